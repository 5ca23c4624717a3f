import { z } from 'zod';
import { currency, id } from '#contract/shapes.ts';

/** Discount of a promotion code; `amountOff` in minor units. */
export const coupon = z.object({
  name: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  /** Currency of `amountOff`; for a percentage, the requested currency. */
  currency,
  valid: z.boolean(),
  timesRedeemed: z.int(),
  maxRedemptions: z.int().nullable(),
  /** Products that it reduces; null: all. */
  products: z.array(id).nullable(),
  /** Minimum purchase, in minor units of the requested currency. */
  minimumAmount: z.int().nullable(),
  /** True if only organizations without a payment can use it. */
  firstOrderOnly: z.boolean(),
  /** True if only one organization can use it; others are refused when they choose a plan. */
  restrictedToCustomer: z.boolean(),
});
export type Coupon = z.infer<typeof coupon>;
