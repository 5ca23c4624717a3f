import { z } from 'zod';
import { operator, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { isWholeCurrency } from './money.ts';
import { currency, date, id, int32, money, percentage, timestamp } from './shapes.ts';

/** How long a subscription keeps the discount: one invoice, some months, or until it ends. */
export const couponDurations = ['once', 'repeating', 'forever'] as const;

const months = int32.min(1, 'field.tooSmall').max(120, 'field.tooLarge');

/** Input of a coupon; nothing but its activity changes later, as at the provider (R-CPN-01). */
const couponFields = z.object({
  /** The characters that the provider allows in a code. */
  code: z
    .string('field.required')
    .trim()
    .min(1, 'field.required')
    .max(40, 'field.tooLong')
    .regex(/^[A-Za-z0-9-]*$/, 'coupons.codeCharacters'),
  percentOff: percentage.nullable().default(null),
  amountOff: money
    .refine((amount) => amount > 0, 'field.tooSmall')
    .nullable()
    .default(null),
  /** Currency of `amountOff`. */
  currency: currency.nullable().default(null),
  duration: z.enum(couponDurations, 'field.required'),
  durationInMonths: months.nullable().default(null),
  /** Products that it reduces; null: all. */
  products: z
    .array(id)
    .min(1, 'field.required')
    .max(100, 'field.tooLarge')
    .nullable()
    .default(null),
  maxRedemptions: int32.min(1, 'field.tooSmall').nullable().default(null),
  /** Last day on which it can be redeemed, in UTC. */
  expiresOn: date.nullable().default(null),
});

/** Returns the field that contradicts another one, with its error. */
function contradiction(coupon: z.output<typeof couponFields>): [string, ErrorCode] | null {
  const { percentOff, amountOff, currency, duration, durationInMonths } = coupon;
  if (percentOff === null && amountOff === null) {
    return [currency === null ? 'percentOff' : 'amountOff', 'field.required'];
  }
  if (percentOff !== null && amountOff !== null) return ['percentOff', 'field.invalid'];
  if (amountOff !== null && currency === null) return ['currency', 'coupons.currencyMissing'];
  if (percentOff !== null && currency !== null) return ['currency', 'field.invalid'];
  if (currency !== null && isWholeCurrency(currency) && !Number.isInteger(amountOff)) {
    return ['amountOff', 'field.integer'];
  }
  // The provider takes an amount off no invoice without an end.
  if (amountOff !== null && duration === 'forever') return ['duration', 'coupons.endlessAmount'];
  if (duration === 'repeating' && durationInMonths === null) {
    return ['durationInMonths', 'field.required'];
  }
  if (duration !== 'repeating' && durationInMonths !== null) {
    return ['durationInMonths', 'field.invalid'];
  }
  return null;
}

export const couponInput = couponFields.superRefine((coupon, { addIssue }) => {
  const [field, message] = contradiction(coupon) ?? [];
  if (field && message) addIssue({ code: 'custom', path: [field], message });
});
export type CouponInput = z.output<typeof couponInput>;

/** A code with its discount and its state at the provider. */
export const couponRecord = z.object({
  /** Null for a code that was created at the provider. */
  id: id.nullable(),
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOff: z.number().nullable(),
  /** Currency of `amountOff`; the provider may have others than ours. */
  currency: z.string().nullable(),
  duration: z.enum(couponDurations),
  durationInMonths: z.int().nullable(),
  /** Products that it reduces; null: all. */
  products: z.array(id).nullable(),
  redemptions: z.int(),
  maxRedemptions: z.int().nullable(),
  expiresAt: timestamp.nullable(),
  state: z.enum(['active', 'expired', 'usedUp', 'deactivated']),
  createdAt: timestamp,
});
export type CouponRecord = z.infer<typeof couponRecord>;

const couponPerformance = z.object({
  id,
  /** Current subscriptions that it reduces. */
  subscriptions: z.int(),
  /** Discount that it gave on paid invoices, by currency. */
  discounts: z.array(z.object({ currency: z.string(), amount: z.number() })),
});

const providerErrors = ['billing.refused', 'billing.providerUnavailable'] as const;

export const coupons = subject('Coupon', {
  getAll: {
    route: 'GET /Coupon/GetAll',
    summary: 'Coupons, newest first, with those that were created at the provider',
    access: operator,
    reply: z.array(couponRecord),
    errors: providerErrors,
  },
  get: {
    route: 'GET /Coupon/GetCoupon/:id',
    summary: 'A coupon',
    access: operator,
    reply: couponRecord,
    errors: providerErrors,
  },
  getPerformance: {
    route: 'GET /Coupon/GetPerformance',
    summary: 'Subscriptions that have each coupon now, and the discount it gave',
    access: operator,
    reply: z.array(couponPerformance),
    errors: providerErrors,
  },
  create: {
    route: 'POST /Coupon/CreateCoupon',
    summary: 'Create a coupon with a code, locally and at the provider',
    access: operatorOf('billing'),
    once: true,
    body: couponInput,
    reply: couponRecord,
    errors: providerErrors,
  },
  update: {
    route: 'PUT /Coupon/UpdateCoupon/:id',
    summary: 'Deactivate a coupon, or activate it again; current subscriptions keep their discount',
    access: operatorOf('billing'),
    body: z.object({ active: z.boolean('field.required') }),
    reply: couponRecord,
    errors: ['coupons.codeTaken', 'coupons.cannotActivate', ...providerErrors],
  },
});
