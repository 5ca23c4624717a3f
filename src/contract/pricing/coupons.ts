import { fromMinor, toMinor, type Currency } from '#contract/money.ts';

/** Discount of a coupon: a percentage, or an amount (minor units) in one currency. */
export type CouponDiscount = {
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
};

const basisPoints = 10_000;

/** Rounds half up; this is the only rounding, because all other steps use integers. */
const subtractPercent = (amount: number, percentOff: number) =>
  Math.floor(
    (amount * (basisPoints - Math.round(percentOff * 100)) + basisPoints / 2) / basisPoints,
  );

/**
 * Returns the amount left to pay, in minor units: never negative, never above the original. A
 * discount in another currency is ignored (R-SUB-12).
 */
export function discountedAmount(amount: number, currency: Currency, coupon: CouponDiscount) {
  const { percentOff, amountOff } = coupon;
  if (percentOff !== null) return subtractPercent(amount, Math.min(100, Math.max(0, percentOff)));
  const off = coupon.currency === currency ? (amountOff ?? 0) : 0;
  return Math.max(0, amount - Math.max(0, off));
}

type PriceAmount = { price: number; currency: Currency };

/** Returns the discounted price in decimals with two places, as sent in JSON. */
export const discountedPrice = ({ price, currency }: PriceAmount, coupon: CouponDiscount | null) =>
  coupon
    ? fromMinor(discountedAmount(toMinor(price, currency), currency, coupon), currency)
    : price;
