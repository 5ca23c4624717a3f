/**
 * Kinds and periods of prices, by number. Separate from the schemas, so that pages can import them
 * without zod.
 */
export const BillingPeriod = { Once: 0, Daily: 1, Weekly: 2, Monthly: 3, Yearly: 4 } as const;
export type BillingPeriod = (typeof BillingPeriod)[keyof typeof BillingPeriod];

export const PriceType = { OneTime: 0, Recurring: 1 } as const;
export type PriceType = (typeof PriceType)[keyof typeof PriceType];
