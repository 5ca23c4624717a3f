/** A plan that an operator granted free of charge (R-SUP-09). */
export type Grant = {
  /** The billing operation that granted it. */
  id: string;
  /** Null without an end. */
  ends: Date | null;
};

/** The terms of a grant, as they are sent to the provider. */
export type GrantTerms = {
  /** The provider's ids of the price and its product. */
  price: string;
  product: string;
} & Grant;

/** The parts of a subscription that say whether it is granted. */
type GrantMarks = {
  metadata: Record<string, string>;
  priceServiceId: string | null;
};

type SubscriptionEnd = {
  endedAt: Date | null;
  /** The scheduled end. */
  cancelAt: Date | null;
};

/** Returns the grant of a subscription; null for any other, also once it has another price. */
export function grantOf({ metadata, priceServiceId }: GrantMarks): Grant | null {
  const { grantId: id, grantPrice, grantEnds } = metadata;
  if (!id || grantPrice !== priceServiceId) return null;
  return { id, ends: grantEnds ? new Date(Number(grantEnds) * 1_000) : null };
}

/** Returns true for an end, past or scheduled, that was chosen; a grant has an end of its own. */
export function isCanceled({ endedAt, cancelAt, ...found }: GrantMarks & SubscriptionEnd) {
  const end = endedAt ?? cancelAt;
  const grantEnds = grantOf(found)?.ends ?? null;
  return end !== null && (grantEnds === null || end < grantEnds);
}

/** Returns true if a subscription still has marks of a grant that another price ended. */
export const hasEndedGrant = (found: GrantMarks) =>
  found.metadata['grantId'] !== undefined && grantOf(found) === null;
