import type { Stripe } from 'stripe';
import { answer } from './gateway-connection.ts';

/** A reduction and the code that stands for it; amounts in minor units. */
export interface ProviderCoupon {
  /** The provider's id of the code. */
  promotionCode: string;
  /** As it was typed. */
  code: string;
  name: string;
  amountOff: number | null;
  percentOff: number | null;
  /** Of `amountOff`; null for a percentage. */
  currency: string | null;
  /** It may be used now. */
  active: boolean;
  timesRedeemed: number;
  maxRedemptions: number | null;
  /** It takes something off later invoices, too. */
  lasts: boolean;
  /** The least purchase it applies to, in minor units; null for any purchase. */
  minimum: { amount: number; currency: string } | null;
  /** For customers who have paid nothing yet. */
  firstOrderOnly: boolean;
  /** The one customer who may use it. */
  customer: string | null;
}

export interface Coupons {
  /** What a code stands for, in whatever case it is typed; null when it is none. */
  findCoupon: (code: string) => Promise<ProviderCoupon | null>;
}

export const coupons = (stripe: Stripe): Coupons => ({
  async findCoupon(code) {
    const { data } = await answer(
      stripe.promotionCodes.list({ code, limit: 100, expand: ['data.promotion.coupon'] }),
    );
    const found = data.find(({ active }) => active) ?? data[0];
    return found ? couponOf(found) : null;
  },
});

/** Both the code and the coupon behind it may be limited; the tighter limit counts. */
function couponOf(code: Stripe.PromotionCode): ProviderCoupon | null {
  const { coupon } = code.promotion;
  if (coupon === null || typeof coupon === 'string') return null;
  const counts = [code, coupon].filter(({ max_redemptions: max }) => max !== null);
  const tightest = counts.toSorted((a, b) => left(a) - left(b))[0] ?? code;
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
    customer: typeof code.customer === 'string' ? code.customer : (code.customer?.id ?? null),
  };
}

function minimumOf(restrictions: Stripe.PromotionCode['restrictions']) {
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return amount === null || currency === null ? null : { amount, currency };
}

const left = (counted: { max_redemptions: number | null; times_redeemed: number }) =>
  (counted.max_redemptions ?? Infinity) - counted.times_redeemed;
