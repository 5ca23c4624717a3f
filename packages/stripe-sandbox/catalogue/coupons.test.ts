import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { couponReduction } from '#sandbox/stripe/invoices/totals.ts';
import { readClock } from '#sandbox/stripe/store/store.ts';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  startTestSandbox,
  lastEventTypes,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, store, advanceClock, renew } = await startTestSandbox();

const price = await createMonthlyPrice(stripe, 1_000, 'eur');
const expand = ['latest_invoice', 'discounts'];

type DiscountInput = Stripe.SubscriptionCreateParams.Discount;
async function subscribe(
  discount: DiscountInput,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  const { id: customer } = await createPayingCustomer(stripe);
  const items = [{ price: price.id }];
  return stripe.subscriptions.create({ customer, items, discounts: [discount], expand, ...more });
}

/** Renews the subscription; returns it with its paid invoice. */
async function renewed(id: string) {
  await renew(id);
  return stripe.subscriptions.retrieve(id, { expand });
}

const codeFor = (coupon: string, more: Partial<Stripe.PromotionCodeCreateParams> = {}) =>
  stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, ...more });

describe('a coupon', () => {
  test('takes a percentage off every invoice', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 25.5, duration: 'forever' });
    const subscription = await subscribe({ coupon: coupon.id });
    expect(subscription).toMatchObject({
      status: 'active',
      discounts: [
        {
          source: { coupon: coupon.id, type: 'coupon' },
          subscription: subscription.id,
          end: null,
        },
      ],
      latest_invoice: {
        subtotal: 1_000,
        total: 745,
        amount_paid: 745,
        total_discount_amounts: [{ amount: 255 }],
        lines: { data: [{ amount: 1_000, discount_amounts: [{ amount: 255 }] }] },
      },
    });
    expect(await renewed(subscription.id)).toMatchObject({ latest_invoice: { total: 745 } });
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
  });

  test('takes an amount off one invoice and keeps it during a trial', async () => {
    const once = { amount_off: 300, currency: 'eur', duration: 'once' as const };
    const coupon = await stripe.coupons.create(once);
    const paid = await subscribe({ coupon: coupon.id });
    expect(paid).toMatchObject({ discounts: [], latest_invoice: { total: 700 } });
    expect(await renewed(paid.id)).toMatchObject({ latest_invoice: { total: 1_000 } });
    const trial = await subscribe({ coupon: coupon.id }, { trial_period_days: 14 });
    expect(trial.discounts).toHaveLength(1);
    expect(await renewed(trial.id)).toMatchObject({
      discounts: [],
      latest_invoice: { total: 700 },
    });
  });

  test('never takes off more than the amount due', async () => {
    const more = { amount_off: 5_000, currency: 'eur', duration: 'once' as const };
    const coupon = await stripe.coupons.create(more);
    expect(await subscribe({ coupon: coupon.id })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', total: 0, amount_due: 0 },
    });
  });

  test('ends after its months and records an event about that', async () => {
    const months = { percent_off: 50, duration: 'repeating' as const, duration_in_months: 2 };
    const coupon = await stripe.coupons.create(months);
    const { id, latest_invoice: first } = await subscribe({ coupon: coupon.id });
    expect(first).toMatchObject({ total: 500 });
    expect(await renewed(id)).toMatchObject({ latest_invoice: { total: 500 } });
    expect(await renewed(id)).toMatchObject({ discounts: [], latest_invoice: { total: 1_000 } });
    const { data } = await stripe.events.list({ type: 'customer.discount.deleted', limit: 1 });
    expect(data[0]).toMatchObject({ data: { object: { subscription: id } } });
  });

  test('is limited to its currency, its validity and its number of redemptions', async () => {
    const refused = async (coupon: Stripe.Coupon) =>
      catchStripeError(subscribe({ coupon: coupon.id }));
    const dollars = { amount_off: 300, currency: 'usd' };
    expect(await refused(await stripe.coupons.create(dollars))).toMatchObject({ statusCode: 400 });
    const single = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 });
    expect((await subscribe({ coupon: single.id })).status).toBe('active');
    expect(await stripe.coupons.retrieve(single.id)).toMatchObject({ valid: false });
    expect(await refused(single)).toMatchObject({
      code: 'coupon_expired',
      message: `Coupon ${single.id} is used up and cannot be applied.`,
    });
    const redeem_by = (await readClock(store)) + 60;
    const brief = await stripe.coupons.create({ percent_off: 10, redeem_by });
    await advanceClock(60);
    expect(await refused(brief)).toMatchObject({
      code: 'coupon_expired',
      message: `Coupon expired: ${brief.id}`,
    });
  });

  test('keeps its effect on existing subscriptions after it is deleted', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { id } = await subscribe({ coupon: coupon.id });
    const code = await codeFor(coupon.id);
    expect(await stripe.coupons.del(coupon.id)).toMatchObject({ deleted: true });
    expect((await stripe.promotionCodes.retrieve(code.id)).active).toBe(false);
    expect(await catchStripeError(stripe.coupons.retrieve(coupon.id))).toMatchObject({
      statusCode: 404,
    });
    expect(await catchStripeError(subscribe({ coupon: coupon.id }))).toMatchObject({
      statusCode: 400,
    });
    expect(await renewed(id)).toMatchObject({ latest_invoice: { total: 900 } });
  });

  test('for certain products reduces only their prices', async () => {
    const other = await createMonthlyPrice(stripe, 3_000, 'eur');
    const products = [String(other.product)];
    const terms = { percent_off: 50, duration: 'forever' as const, applies_to: { products } };
    const coupon = await stripe.coupons.create(terms);
    expect(coupon.applies_to).toBeUndefined();
    const listed = await stripe.coupons.list({ limit: 1, expand: ['data.applies_to'] });
    expect(listed.data).toMatchObject([{ id: coupon.id, applies_to: { products } }]);
    const subscription = await subscribe({ coupon: coupon.id });
    expect(subscription).toMatchObject({
      latest_invoice: { total: 1_000, total_discount_amounts: [{ amount: 0 }] },
    });
    const moved = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: other.id }],
      proration_behavior: 'always_invoice',
      expand,
    });
    // Half of the new price, less the whole former one.
    expect(moved).toMatchObject({ latest_invoice: { total: 500 } });
    expect(await renewed(moved.id)).toMatchObject({ latest_invoice: { total: 1_500 } });
    const unknown = { percent_off: 10, applies_to: { products: ['prod_unknown'] } };
    expect(await catchStripeError(stripe.coupons.create(unknown))).toMatchObject({
      param: 'applies_to[products][0]',
    });
  });

  test('for one invoice is not used up by another product', async () => {
    const other = await createMonthlyPrice(stripe, 3_000, 'eur');
    const applies_to = { products: [String(other.product)] };
    const coupon = await stripe.coupons.create({ percent_off: 50, applies_to });
    const { id, items, discounts } = await subscribe({ coupon: coupon.id });
    expect(discounts).toHaveLength(1);
    const change = {
      items: [{ id: items.data[0]?.id ?? '', price: other.id }],
      proration_behavior: 'always_invoice' as const,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
    });
    const moved = await stripe.subscriptions.update(id, { ...change, expand });
    expect(moved).toMatchObject({ discounts: [], latest_invoice: { total: preview.total } });
    expect(await renewed(id)).toMatchObject({ latest_invoice: { total: 3_000 } });
  });

  test('can be added to a subscription later and removed again', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { id: customer } = await createPayingCustomer(stripe);
    const items = [{ price: price.id }];
    const { id } = await stripe.subscriptions.create({ customer, items });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
    expect(await lastEventTypes(stripe, 2)).toEqual([
      'customer.discount.created',
      'customer.subscription.updated',
    ]);
    expect(await renewed(id)).toMatchObject({ latest_invoice: { total: 900 } });
    expect((await stripe.subscriptions.update(id, { discounts: '' })).discounts).toEqual([]);
    expect(await renewed(id)).toMatchObject({ latest_invoice: { total: 1_000 } });
  });

  test('needs either a percentage or an amount with a currency', async () => {
    const refused = async (coupon: Stripe.CouponCreateParams) =>
      (await catchStripeError(stripe.coupons.create(coupon)))?.statusCode;
    expect(await refused({})).toBe(400);
    expect(await refused({ amount_off: 1, currency: 'eur', percent_off: 1 })).toBe(400);
    expect(await refused({ amount_off: 1 })).toBe(400);
    expect(await refused({ percent_off: 101 })).toBe(400);
    expect(await refused({ percent_off: 10, duration: 'repeating' })).toBe(400);
    await stripe.coupons.create({ id: 'FALL20', percent_off: 20 });
    expect(await refused({ id: 'FALL20', percent_off: 20 })).toBe(400);
  });
});

describe('a promotion code', () => {
  test('is found regardless of case and redeems its coupon', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20 });
    const code = await codeFor(coupon.id, { code: 'Welcome20' });
    const found = await stripe.promotionCodes.list({ code: 'WELCOME20', active: true });
    expect(found.data.map(({ id }) => id)).toEqual([code.id]);
    expect(await subscribe({ promotion_code: code.id })).toMatchObject({
      latest_invoice: { total: 800 },
    });
    expect(
      await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] }),
    ).toMatchObject({
      times_redeemed: 1,
      promotion: { coupon: { id: coupon.id, times_redeemed: 1 } },
    });
  });

  test('is unique while active, until it is used up, expired or deactivated', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20 });
    const expires_at = (await readClock(store)) + 60;
    const once = await codeFor(coupon.id, { code: 'ONCE', max_redemptions: 1 });
    expect(await catchStripeError(codeFor(coupon.id, { code: 'once' }))).toMatchObject({
      param: 'code',
    });
    await subscribe({ promotion_code: once.id });
    const brief = await codeFor(coupon.id, { expires_at });
    await advanceClock(60);
    const off = await codeFor(coupon.id);
    await stripe.promotionCodes.update(off.id, { active: false });
    for (const { id } of [once, brief, off]) {
      expect(await stripe.promotionCodes.retrieve(id)).toMatchObject({ active: false });
      expect(await catchStripeError(subscribe({ promotion_code: id }))).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('cannot be redeemed'),
      });
    }
    const revived = stripe.promotionCodes.update(once.id, { active: true });
    expect(await catchStripeError(revived)).toMatchObject({ param: 'active' });
    const again = await stripe.promotionCodes.update(off.id, { active: true });
    expect(again.active).toBe(true);
  });

  test('can be restricted to one customer, to new customers and to a minimum amount', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const other = await createPayingCustomer(stripe);
    const theirs = await codeFor(coupon.id, { customer: other.id });
    const large = await codeFor(coupon.id, {
      restrictions: { minimum_amount: 1_001, minimum_amount_currency: 'eur' },
    });
    for (const { id } of [theirs, large]) {
      expect(await catchStripeError(subscribe({ promotion_code: id }))).toMatchObject({
        statusCode: 400,
      });
    }
    const first = await codeFor(coupon.id, { restrictions: { first_time_transaction: true } });
    const { id: customer } = await createPayingCustomer(stripe);
    const items = [{ price: price.id }];
    const discounts = [{ promotion_code: first.id }];
    const again = () => stripe.subscriptions.create({ customer, items, discounts });
    expect((await again()).status).toBe('active');
    expect(await catchStripeError(again())).toMatchObject({
      message: expect.stringContaining('prior transactions'),
    });
  });
});

test('rounds the remaining amount half up once and never below zero', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 25.5 });
  // 2.50 EUR less 25.5 % is 1.8625.
  expect(couponReduction(250, coupon)).toBe(64);
  expect(couponReduction(1_000, { ...coupon, percent_off: 0.25 })).toBe(2);
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000, max: 100_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (amount, hundredths) => {
        const off = couponReduction(amount, { ...coupon, percent_off: hundredths / 100 });
        const price = BigInt(Math.max(0, amount));
        const rest = (price * BigInt(10_000 - hundredths) * 2n + 10_000n) / 20_000n;
        expect(Math.max(0, amount) - off).toBe(Number(rest));
        expect(off).toBeLessThanOrEqual(Math.max(0, amount));
      },
    ),
  );
});
