import type { Discount } from '#contract/coupons.ts';
import { Failure } from '#contract/errors.ts';
import type { Currency } from '#contract/money.ts';
import type { Coupon } from '#contract/subscriptions.ts';
import type { House } from '#server/house.ts';
import type { ProviderCoupon } from '#server/payments/gateway-coupons.ts';

/** What a code takes off in a currency; refuses one that is none, is over or is used up. */
export async function getCoupon(
  house: Pick<House, 'gateway'>,
  { code, currency }: { code: string; currency: Currency },
): Promise<Coupon> {
  const found = await usableCoupon(house, code, currency);
  const { name, amountOff, percentOff, active: valid, timesRedeemed, maxRedemptions } = found;
  return { name, amountOff, percentOff, currency, valid, timesRedeemed, maxRedemptions };
}

/** The coupon that a code stands for, when it takes something off in this currency (section 4). */
export async function usableCoupon(
  { gateway }: Pick<House, 'gateway'>,
  code: string,
  currency: string,
): Promise<ProviderCoupon> {
  const trimmed = code.trim();
  const coupon = trimmed === '' ? null : await gateway.findCoupon(trimmed);
  if (!coupon) throw new Failure('billing.invalidCoupon');
  const { active, timesRedeemed, maxRedemptions } = coupon;
  // A used up code is inactive, too: that it was used up says more.
  if (maxRedemptions !== null && timesRedeemed >= maxRedemptions) {
    throw new Failure('billing.couponMaxRedeems');
  }
  if (!active) throw new Failure('billing.couponInactive');
  if (coupon.amountOff !== null && coupon.currency !== currency) {
    throw new Failure('billing.invalidCoupon');
  }
  return coupon;
}

/** As the one function that takes it off wants it. */
export const discountOf = ({ percentOff, amountOff, currency }: ProviderCoupon): Discount => ({
  percentOff,
  amountOff,
  currency,
});
