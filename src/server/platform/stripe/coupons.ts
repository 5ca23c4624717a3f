import type { Stripe } from 'stripe';
import {
  allOf,
  completionOf,
  createdObjectOf,
  ignoreMissing,
  newestOf,
  resultOf,
  type StripeMetadata,
} from './connection.ts';
import { dateOf, idOf } from './subscription-snapshot.ts';

/** A coupon and its promotion code; amounts in minor units. */
export type ProviderCoupon = {
  /** The provider's id of the promotion code. */
  promotionCode: string;
  /** The code that customers type. */
  code: string;
  name: string;
  /** The provider's id of the coupon. */
  coupon: string;
  /** False once the coupon was deleted, expired or used up. */
  valid: boolean;
  amountOff: number | null;
  percentOff: number | null;
  /** The currency of `amountOff`; null for a percentage. */
  currency: string | null;
  /** True when the code can be redeemed now. */
  active: boolean;
  timesRedeemed: number;
  maxRedemptions: number | null;
  /** True when the discount also applies to later invoices. */
  lasts: boolean;
  duration: 'once' | 'repeating' | 'forever';
  durationInMonths: number | null;
  /** The service ids of the products that it reduces; null for all. */
  products: string[] | null;
  /** The moment from which it can't be redeemed. */
  expiresAt: Date | null;
  createdAt: Date;
  /** Of the promotion code. */
  metadata: StripeMetadata;
  /** The minimum purchase in minor units; null for any purchase. */
  minimum: { amount: number; currency: string } | null;
  /** True when only customers without a paid invoice may use it. */
  firstOrderOnly: boolean;
  /** The only customer who may use it; null for any. */
  customer: string | null;
};

type CouponTerms = Pick<
  ProviderCoupon,
  'name' | 'percentOff' | 'amountOff' | 'currency' | 'duration' | 'durationInMonths' | 'products'
>;
type CodeTerms = Pick<ProviderCoupon, 'coupon' | 'code' | 'maxRedemptions' | 'expiresAt'>;
type WithMetadata<T> = T & { metadata: StripeMetadata };

export const createStripeCoupons = (stripe: Stripe) => ({
  ...couponReads(stripe),
  ...couponChanges(stripe),
});

const couponReads = (stripe: Stripe) => ({
  /** Finds a code, ignoring case; null when it does not exist. */
  async findCoupon(code: string) {
    const { data } = await resultOf(stripe.promotionCodes.list({ code, limit: 100, expand }));
    const found = data.find(({ active }) => active) ?? data[0];
    return found ? toProviderCoupon(found) : null;
  },
  /** Returns the promotion code with this id; null when it does not exist. */
  async findPromotionCode(id: string) {
    const only = { expand: ['promotion.coupon.applies_to'] };
    const found = await resultOf(stripe.promotionCodes.retrieve(id, only)).catch(ignoreMissing);
    return found ? toProviderCoupon(found) : null;
  },
  /** Lists all promotion codes with their coupons, newest first. */
  async listCoupons() {
    const found = await allOf(stripe.promotionCodes.list({ limit: 100, expand }));
    return found.flatMap((code) => toProviderCoupon(code) ?? []);
  },
  /**
   * Returns the coupons of current subscriptions, one for each discount, and what coupons took off paid
   * invoices that were created since a time, in minor units. Reads all of them: the provider has no filter.
   */
  async readCouponUse(since: Date) {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const expanded = ['data.total_discount_amounts.discount'];
    const [subscriptions, invoices] = await Promise.all([
      newestOf(stripe.subscriptions.list({ limit: 100, expand: ['data.discounts'] })),
      newestOf(stripe.invoices.list({ status: 'paid', created, limit: 100, expand: expanded })),
    ]);
    return {
      subscribed: subscriptions.flatMap(({ discounts }) => discounts.map(couponOf)),
      discounts: invoices.flatMap(({ currency, total_discount_amounts: amounts }) =>
        (amounts ?? []).map(({ amount, discount }) => ({
          coupon: couponOf(discount),
          currency,
          amount,
        })),
      ),
    };
  },
});

const couponChanges = (stripe: Stripe) => ({
  /** Creates a coupon, which customers redeem by a promotion code only. */
  createCoupon: ({ name, products, metadata, ...terms }: WithMetadata<CouponTerms>, key: string) =>
    createdObjectOf(
      stripe.coupons.create(
        {
          name,
          metadata,
          duration: terms.duration,
          ...(terms.percentOff !== null && { percent_off: terms.percentOff }),
          ...(terms.amountOff !== null && { amount_off: terms.amountOff }),
          ...(terms.currency !== null && { currency: terms.currency }),
          ...(terms.durationInMonths !== null && { duration_in_months: terms.durationInMonths }),
          ...(products && { applies_to: { products } }),
        },
        { idempotencyKey: key },
      ),
    ),
  /** Creates the promotion code of a coupon; refused while an active one has the same text. */
  createPromotionCode: (
    { coupon, code, maxRedemptions, expiresAt, metadata }: WithMetadata<CodeTerms>,
    key: string,
  ) =>
    createdObjectOf(
      stripe.promotionCodes.create(
        {
          promotion: { type: 'coupon', coupon },
          code,
          metadata,
          ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
          ...(expiresAt && { expires_at: expiresAt.getTime() / 1_000 }),
        },
        { idempotencyKey: key },
      ),
    ),
  renameCoupon: (id: string, name: string) => completionOf(stripe.coupons.update(id, { name })),
  /** Deletes a coupon with its promotion codes; subscriptions keep their discounts. */
  deleteCoupon: (id: string) => completionOf(stripe.coupons.del(id)).catch(ignoreMissing),
  /** An expired or used-up promotion code can't be activated again. */
  setPromotionCodeActive: (id: string, active: boolean) =>
    completionOf(stripe.promotionCodes.update(id, { active })),
});

/** Stripe leaves out a coupon's products unless requested. */
const expand = ['data.promotion.coupon.applies_to'];

/** Returns the coupon of an expanded discount. */
const couponOf = (discount: string | Stripe.Discount | Stripe.DeletedDiscount) =>
  typeof discount === 'string' ? null : idOf(discount.source.coupon);

/** Converts a promotion code; of its own and its coupon's limit of redemptions the tighter counts. */
function toProviderCoupon(code: Stripe.PromotionCode): ProviderCoupon | null {
  const { coupon } = code.promotion;
  if (coupon === null || typeof coupon === 'string' || coupon.deleted) return null;
  const counts = [code, coupon].filter(({ max_redemptions: max }) => max !== null);
  const tightest =
    counts.toSorted((a, b) => remainingRedemptions(a) - remainingRedemptions(b))[0] ?? code;
  return {
    promotionCode: code.id,
    code: code.code,
    name: coupon.name ?? code.code,
    coupon: coupon.id,
    valid: coupon.valid,
    amountOff: coupon.amount_off,
    percentOff: coupon.percent_off,
    currency: coupon.currency,
    active: code.active && coupon.valid,
    timesRedeemed: tightest.times_redeemed,
    maxRedemptions: tightest.max_redemptions,
    lasts: coupon.duration !== 'once',
    duration: coupon.duration as ProviderCoupon['duration'],
    durationInMonths: coupon.duration_in_months,
    products: coupon.applies_to?.products ?? null,
    expiresAt: earliestOf([code.expires_at, coupon.redeem_by]),
    createdAt: dateOf(code.created),
    metadata: code.metadata ?? {},
    minimum: minimumOf(code.restrictions),
    firstOrderOnly: code.restrictions.first_time_transaction,
    customer: idOf(code.customer),
  };
}

function earliestOf(moments: (number | null)[]) {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : dateOf(Math.min(...known));
}

function minimumOf(restrictions: Stripe.PromotionCode['restrictions']) {
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return amount === null || currency === null ? null : { amount, currency };
}

const remainingRedemptions = (counted: {
  max_redemptions: number | null;
  times_redeemed: number;
}) => (counted.max_redemptions ?? Infinity) - counted.times_redeemed;
