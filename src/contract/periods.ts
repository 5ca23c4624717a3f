/**
 * Kinds and periods of prices, by number, and terms of revenue. Separate from the schemas, so that pages can import
 * them without zod.
 */
export const BillingPeriod = { Once: 0, Daily: 1, Weekly: 2, Monthly: 3, Yearly: 4 } as const;
export type BillingPeriod = (typeof BillingPeriod)[keyof typeof BillingPeriod];

export const PriceType = { OneTime: 0, Recurring: 1 } as const;
export type PriceType = (typeof PriceType)[keyof typeof PriceType];

/** Kinds of changes to recurring revenue. */
export const movementKinds = ['new', 'expansion', 'contraction', 'churn'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Numbers of calendar months in UTC of a period; the current month is the last. */
export const periodMonths = [3, 6, 12] as const;

/** Converts minor units per year to the nearest ones per month (MRR). */
export const monthlyAmount = (amount: number) => Math.round(amount / 12);
