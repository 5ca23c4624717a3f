import type { Stripe } from 'stripe';
import { resultOf } from './connection.ts';
import { idOf } from './subscription-snapshot.ts';

/** A coupon and its promotion code; amounts in minor units. */
export interface ProviderCoupon {
  /** The provider's id of the promotion code. */
  promotionCode: string;
  /** The code that customers type. */
  code: string;
  name: string;
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
  /** The minimum purchase in minor units; null for any purchase. */
  minimum: { amount: number; currency: string } | null;
  /** True when only customers without a paid invoice may use it. */
  firstOrderOnly: boolean;
  /** The only customer who may use it; null for any. */
  customer: string | null;
}

export const createStripeCoupons = (stripe: Stripe) => ({
  /** Finds a code, ignoring case; null when it does not exist. */
  async findCoupon(code: string) {
    const { data } = await resultOf(
      stripe.promotionCodes.list({ code, limit: 100, expand: ['data.promotion.coupon'] }),
    );
    const found = data.find(({ active }) => active) ?? data[0];
    return found ? toProviderCoupon(found) : null;
  },
});

/** Converts a promotion code; of its own and its coupon's limit of redemptions the tighter counts. */
function toProviderCoupon(code: Stripe.PromotionCode): ProviderCoupon | null {
  const { coupon } = code.promotion;
  if (coupon === null || typeof coupon === 'string') return null;
  const counts = [code, coupon].filter(({ max_redemptions: max }) => max !== null);
  const tightest =
    counts.toSorted((a, b) => remainingRedemptions(a) - remainingRedemptions(b))[0] ?? code;
  return {
    promotionCode: code.id,
    code: code.code,
    name: coupon.name ?? code.code,
    amountOff: coupon.amount_off,
    percentOff: coupon.percent_off,
    currency: coupon.currency,
    active: code.active && coupon.valid,
    timesRedeemed: tightest.times_redeemed,
    maxRedemptions: tightest.max_redemptions,
    lasts: coupon.duration !== 'once',
    minimum: minimumOf(code.restrictions),
    firstOrderOnly: code.restrictions.first_time_transaction,
    customer: idOf(code.customer),
  };
}

function minimumOf(restrictions: Stripe.PromotionCode['restrictions']) {
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return amount === null || currency === null ? null : { amount, currency };
}

const remainingRedemptions = (counted: {
  max_redemptions: number | null;
  times_redeemed: number;
}) => (counted.max_redemptions ?? Infinity) - counted.times_redeemed;
