import { transactionsTier } from '#contract/access.ts';

/**
 * Limits of plans, declared once: the field of the product that limits it (0: unlimited), the period after which the
 * count starts again, what one of the field is (a megabyte in bytes), and the lowest tier that has what is counted. Products, their form and the reading are derived from this list; another limit needs an
 * entry here, its texts, a column of the product and a trigger that counts (docs/architecture.md).
 */
export const planLimits = {
  members: { field: 'maxUsers', period: null, unit: 1, tier: 0 },
  transactions: { field: 'maxTransactions', period: 'month', unit: 1, tier: transactionsTier },
  storage: { field: 'maxStorage', period: null, unit: 1_000_000, tier: 0 },
} as const;

export type LimitKey = keyof typeof planLimits;
export type LimitField = (typeof planLimits)[LimitKey]['field'];

/** Keys of the limits, in the order in which they are shown. */
export const limitKeys = Object.keys(planLimits) as LimitKey[];
export const limitFields = limitKeys.map((key) => planLimits[key].field);

/** Returns an object with this value for the field of each limit. */
export const forLimitFields = <T>(value: T) =>
  Object.fromEntries(limitFields.map((field) => [field, value])) as Record<LimitField, T>;

export type LimitState = 'normal' | 'near' | 'reached';

/** Returns how close the use is to the limit: near from 80 % (R-USE-03); null is no limit. */
export function limitStateOf(used: number, included: number | null): LimitState {
  if (included === null || used * 5 < included * 4) return 'normal';
  return used < included ? 'near' : 'reached';
}

/** Returns the first instant of the month in UTC. */
export const monthStart = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

/** Returns the first instant of the next month in UTC. */
export const nextMonthStart = (at: Date) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
