import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { recurringDiscountOf } from './recurring-discount.ts';

const begins = 1_800_000_000;

/** Returns a monthly subscription to a plan of 10.00 dollars with this discount. */
const subscriptionWith = (coupon: object, end: number | null = null) =>
  ({
    currency: 'usd',
    discounts: [{ id: 'di_1', end, source: { coupon: { duration: 'forever', ...coupon } } }],
    items: {
      data: [{ current_period_start: begins, price: { unit_amount: 1_000, product: 'prod_1' } }],
    },
  }) as unknown as Stripe.Subscription;

const tenPercent = { percent_off: 10, amount_off: null, currency: null };
const products = (...ids: string[]) => ({ ...tenPercent, applies_to: { products: ids } });
const fixed = (currency: string) => ({ percent_off: null, amount_off: 250, currency });

test.each([
  ['a percentage', subscriptionWith(tenPercent), 100],
  ['of this product', subscriptionWith(products('prod_0', 'prod_1')), 100],
  ['of another product', subscriptionWith(products('prod_0')), 0],
  ['an amount', subscriptionWith(fixed('usd')), 250],
  ['an amount in another currency', subscriptionWith(fixed('eur')), 0],
  ['for one payment', subscriptionWith({ ...tenPercent, duration: 'once' }), 0],
  ['over during this period', subscriptionWith(tenPercent, begins + 1), 100],
  ['over before this period', subscriptionWith(tenPercent, begins), 0],
])('a discount %s (R-OPR-28)', (_, subscription, expected) => {
  expect(recurringDiscountOf(subscription)).toBe(expected);
});
