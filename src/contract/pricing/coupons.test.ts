import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { currencies, fromMinor, toMinor } from '#contract/money.ts';
import { discountedAmount, discountedPrice, type CouponDiscount } from './coupons.ts';

const nothing: CouponDiscount = { percentOff: null, amountOff: null, currency: null };
const percent = (percentOff: number): CouponDiscount => ({ ...nothing, percentOff });
const eur = (amountOff: number): CouponDiscount => ({ ...nothing, amountOff, currency: 'eur' });

const amount = integer({ min: 0, max: 100_000_000_000 });
const currency = constantFrom(...currencies);
/** Percentages as the provider stores them: two decimals. */
const percentOff = integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const amountOff = record({ percentOff: constantFrom(null), amountOff: amount, currency });
const coupon = tuple(percentOff, amountOff, constantFrom(0, 1)).map(([share, fixed, which]) =>
  which === 0 ? percent(share) : fixed,
);

it('a discounted amount lies between zero and the price, in whole minor units (R-SUB-12)', () => {
  assert(
    property(amount, currency, coupon, (price, paid, discount) => {
      const left = discountedAmount(price, paid, discount);
      expect(Number.isInteger(left)).toBe(true);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(price);
    }),
    { numRuns: 2_000 },
  );
});

it('a percentage is rounded once, half up, like exact arithmetic', () => {
  assert(
    property(amount, currency, percentOff, (price, paid, share) => {
      const kept = 10_000n - BigInt(Math.round(share * 100));
      const exact = (BigInt(price) * kept * 2n + 10_000n) / 20_000n;
      expect(discountedAmount(price, paid, percent(share))).toBe(Number(exact));
    }),
    { numRuns: 2_000 },
  );
});

it('an amount is subtracted in its own currency only', () => {
  assert(
    property(amount, currency, amountOff, (price, paid, discount) => {
      const off = paid === discount.currency ? discount.amountOff : 0;
      expect(discountedAmount(price, paid, discount)).toBe(Math.max(0, price - off));
    }),
  );
});

it('a larger price never results in a smaller amount', () => {
  assert(
    property(array(amount, { minLength: 2, maxLength: 2 }), currency, coupon, (two, paid, off) => {
      const [low = 0, high = 0] = two.toSorted((a, b) => a - b);
      expect(discountedAmount(low, paid, off)).toBeLessThanOrEqual(
        discountedAmount(high, paid, off),
      );
    }),
  );
});

it('every price converts to minor units and back exactly (R-GEN-05)', () => {
  assert(
    property(amount, currency, (price, paid) => {
      const decimal = fromMinor(price, paid);
      expect(toMinor(decimal, paid)).toBe(price);
      expect(discountedPrice({ price: decimal, currency: paid }, nothing)).toBe(decimal);
    }),
  );
});

it('2.55 EUR is charged exactly, in full and discounted', () => {
  const price = { price: 2.55, currency: 'eur' } as const;
  expect(discountedPrice(price, null)).toBe(2.55);
  expect(discountedPrice(price, eur(5))).toBe(2.5);
  expect(discountedPrice(price, percent(10))).toBe(2.3);
  expect(discountedPrice(price, percent(33.33))).toBe(1.7);
  expect(discountedPrice(price, percent(100))).toBe(0);
  expect(discountedPrice(price, eur(300))).toBe(0);
});
