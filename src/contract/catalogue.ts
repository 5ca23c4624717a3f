import { z } from 'zod';
import { isWholeCurrency, toMinor } from './money.ts';
import { minimumCharge } from './pricing/minimum-charge.ts';
import {
  billingPeriod,
  currency,
  id,
  int32,
  money,
  optionalPicture,
  priceType,
  requiredText,
  boundedText,
} from './shapes.ts';
import { forLimitFields } from './usage/limits.ts';

/** The provider's ids become segments of its URLs. */
const serviceId = z
  .string()
  .trim()
  .max(255, 'field.tooLong')
  .regex(/^[\w-]*$/, 'field.invalid');

/** Refuses a one-time price with a period and a recurring price without one. */
export const periodRule = [
  (price: Record<string, unknown>) => (price.type === 0) === (price.billingPeriod === 0),
  { path: ['billingPeriod'], message: 'field.invalid' },
] satisfies Parameters<z.ZodObject['refine']>;

/** Refuses a one-time price with a trial. */
export const trialRule = [
  (price: Record<string, unknown>) => price.type !== 0 || price.trialDays === 0,
  { path: ['trialDays'], message: 'field.invalid' },
] satisfies Parameters<z.ZodObject['refine']>;

/** Refuses decimals in a currency without any. */
export const amountRule = [
  ({ currency: code, price, priceBefore }: Record<string, unknown>) =>
    !isWholeCurrency(String(code)) ||
    (Number.isInteger(price) && Number.isInteger(priceBefore ?? 0)),
  { path: ['price'], message: 'field.integer' },
] satisfies Parameters<z.ZodObject['refine']>;

/** Refuses a price that the provider would not charge. */
export const minimumRule = [
  ({ currency: code, price }: Record<string, unknown>) =>
    price === 0 || toMinor(Number(price), String(code)) >= minimumCharge(String(code)),
  { path: ['price'], message: 'field.tooSmall' },
] satisfies Parameters<z.ZodObject['refine']>;

export const priceFields = z.object({
  /** Empty: the provider creates one. */
  serviceId: serviceId.default(''),
  type: priceType,
  billingPeriod,
  price: money,
  priceBefore: money.nullable().default(null),
  currency: currency.default('usd'),
  trialDays: int32.min(0, 'field.tooSmall').max(730, 'field.tooLarge').default(0),
  active: z.boolean().default(true),
});

export const featureFields = z.object({
  order: int32,
  key: requiredText(200),
  value: boundedText(200).nullable().default(null),
  translateInFrontend: z.boolean().default(false),
  included: z.boolean().default(true),
});
export type FeatureInput = z.output<typeof featureFields>;

export const productFields = z.object({
  /** Empty: the provider creates one. */
  serviceId: serviceId.default(''),
  tier: int32,
  title: requiredText(200),
  description: boundedText(2_000).default(''),
  badge: boundedText(100).default(''),
  active: z.boolean(),
  /** Data URL of a new picture, or the address of the stored one. */
  image: optionalPicture,
  /** 0 means unlimited. */
  ...forLimitFields(int32.min(0, 'field.tooSmall').default(0)),
  /** Days for which entries of the audit log are kept; 0 means forever. */
  auditDays: int32.min(0, 'field.tooSmall').default(0),
});
export type ProductInput = z.output<typeof productFields>;

export type PriceInput = z.output<typeof priceFields>;

export const productReference = z.object({ subscriptionProductId: id });

/** A change of a price; the fields that can't change must be repeated unchanged. */
export const priceChange = z.object({
  active: z.boolean().optional(),
  priceBefore: money.nullable().optional(),
  subscriptionProductId: id.optional(),
  serviceId: serviceId.optional(),
  type: priceType.optional(),
  billingPeriod: billingPeriod.optional(),
  price: money.optional(),
  currency: currency.optional(),
  trialDays: int32.optional(),
});
export type PriceChange = z.output<typeof priceChange>;

/** Difference between our catalog and the provider's. */
export const catalogueDifference = z.object({
  kind: z.enum(['product', 'price', 'coupon']),
  /** Our id; null for a record that only the provider has. */
  id: id.nullable(),
  serviceId: z.string(),
  title: z.string(),
  /**
   * `missing`: absent at the provider. `unknown`: only at the provider. `differs`: a field is
   * different. `fixed`: a field that the provider can't change differs, so a new price is needed.
   */
  problem: z.enum(['missing', 'unknown', 'differs', 'fixed']),
  field: z
    .enum([
      'title',
      'description',
      'active',
      'price',
      'currency',
      'billingPeriod',
      'code',
      'percentOff',
      'amountOff',
      'duration',
      'durationInMonths',
      'products',
      'maxRedemptions',
      'expiresAt',
    ])
    .nullable(),
  here: z.string().nullable(),
  there: z.string().nullable(),
});
export type CatalogueDifference = z.infer<typeof catalogueDifference>;
