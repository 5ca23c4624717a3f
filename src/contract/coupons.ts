import { fromMinor, toMinor, type Currency } from './money.ts';

/** What a coupon takes off: a share of the price, or an amount (minor units) in one currency. */
export type Discount = {
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
};

const hundredths = 10_000;

/** Half up, and only here: everything before is whole numbers. */
const withoutPercent = (amount: number, percentOff: number) =>
  Math.floor((amount * (hundredths - Math.round(percentOff * 100)) + hundredths / 2) / hundredths);

/**
 * The amount that is left to pay, in minor units: never negative, never above what it was.
 * An amount in another currency takes nothing off (specification, section 4).
 */
export const discounted = (amount: number, currency: Currency, coupon: Discount) => {
  const { percentOff, amountOff } = coupon;
  if (percentOff !== null) return withoutPercent(amount, Math.min(100, Math.max(0, percentOff)));
  const off = coupon.currency === currency ? (amountOff ?? 0) : 0;
  return Math.max(0, amount - Math.max(0, off));
};

type Priced = { price: number; currency: Currency };

/** The same for a price of the wire: decimals with two places, before and after. */
export const discountedPrice = ({ price, currency }: Priced, coupon: Discount | null) =>
  coupon ? fromMinor(discounted(toMinor(price), currency, coupon)) : price;
