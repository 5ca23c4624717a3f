import type { StripeClient } from '#server/platform/stripe/client.ts';
import type { SubscriptionState } from '#server/platform/stripe/customer-snapshot.ts';
import { grantOf, hasEndedGrant } from '#server/platform/stripe/grant-terms.ts';

type GrantSettlingClient = Pick<
  StripeClient,
  'restoreEndDate' | 'removeGrant' | 'cancelSubscription'
>;
type GrantState = Pick<
  SubscriptionState,
  'id' | 'metadata' | 'priceServiceId' | 'cancelAt' | 'endedAt' | 'changePending'
>;

/**
 * Restores the end of a granted plan that was moved beyond it or removed at the provider, or ends the plan if that time
 * is over; an earlier end is the organization's own cancellation. Removes what is left of a grant that a change of plan
 * ended. Returns true when something changed. Idempotent.
 */
export async function settleGrants(
  stripe: GrantSettlingClient,
  { subscriptions }: { subscriptions: GrantState[] },
  now: Date,
): Promise<boolean> {
  let changed = false;
  for (const subscription of subscriptions.filter(({ endedAt }) => endedAt === null)) {
    const ends = grantOf(subscription)?.ends ?? null;
    const { id, cancelAt, changePending } = subscription;
    const isMoved = ends !== null && (cancelAt === null || cancelAt > ends);
    if (hasEndedGrant(subscription) && !changePending) await stripe.removeGrant(subscription);
    else if (!isMoved) continue;
    else if (ends <= now) await stripe.cancelSubscription(id);
    else await stripe.restoreEndDate(id, ends);
    changed = true;
  }
  return changed;
}

/**
 * Returns true for a subscription that ended with its grant, not one that was canceled before. Its price may
 * have been changed at the provider shortly before, when we had no time to remove the end.
 */
const hasRunOut = ({ endedAt, metadata: { grantEnds } }: SubscriptionState) =>
  Boolean(grantEnds) && endedAt !== null && endedAt.getTime() >= Number(grantEnds) * 1_000;

/** Returns true for a trial that ended without a card, and for a granted plan that ran out. */
export const hasEndedByItself = (state: SubscriptionState) => state.endedUnpaid || hasRunOut(state);
