import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { takenOff } from './invoice-totals.ts';
import { readClock } from './store.ts';
import { monthly, payer, refusal, testSandbox, typesSince } from './test-sandbox.ts';

const { stripe, store, pass } = await testSandbox();

const price = await monthly(stripe, 1_000, 'eur');
const expand = ['latest_invoice', 'discounts'];

type Wish = Stripe.SubscriptionCreateParams.Discount;
async function subscribe(discount: Wish, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { id: customer } = await payer(stripe);
  const items = [{ price: price.id }];
  return stripe.subscriptions.create({ customer, items, discounts: [discount], expand, ...more });
}

/** The period ends, and its invoice is final. */
async function renew(id: string) {
  const { items } = await stripe.subscriptions.retrieve(id);
  const end = items.data[0]?.current_period_end ?? 0;
  await pass(end - (await readClock(store)) + 3_600);
  return stripe.subscriptions.retrieve(id, { expand });
}

const codeFor = (coupon: string, more: Partial<Stripe.PromotionCodeCreateParams> = {}) =>
  stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, ...more });

describe('a coupon', () => {
  test('takes a part off, for ever', async () => {
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
    expect(await renew(subscription.id)).toMatchObject({ latest_invoice: { total: 745 } });
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
  });

  test('takes an amount off one invoice, a trial not counted', async () => {
    const once = { amount_off: 300, currency: 'eur', duration: 'once' as const };
    const coupon = await stripe.coupons.create(once);
    const paid = await subscribe({ coupon: coupon.id });
    expect(paid).toMatchObject({ discounts: [], latest_invoice: { total: 700 } });
    expect(await renew(paid.id)).toMatchObject({ latest_invoice: { total: 1_000 } });
    const trial = await subscribe({ coupon: coupon.id }, { trial_period_days: 14 });
    expect(trial.discounts).toHaveLength(1);
    expect(await renew(trial.id)).toMatchObject({ discounts: [], latest_invoice: { total: 700 } });
  });

  test('never takes off more than there is', async () => {
    const more = { amount_off: 5_000, currency: 'eur', duration: 'once' as const };
    const coupon = await stripe.coupons.create(more);
    expect(await subscribe({ coupon: coupon.id })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', total: 0, amount_due: 0 },
    });
  });

  test('ends after its months, told as an event of its own', async () => {
    const months = { percent_off: 50, duration: 'repeating' as const, duration_in_months: 2 };
    const coupon = await stripe.coupons.create(months);
    const { id, latest_invoice: first } = await subscribe({ coupon: coupon.id });
    expect(first).toMatchObject({ total: 500 });
    expect(await renew(id)).toMatchObject({ latest_invoice: { total: 500 } });
    expect(await renew(id)).toMatchObject({ discounts: [], latest_invoice: { total: 1_000 } });
    const { data } = await stripe.events.list({ type: 'customer.discount.deleted', limit: 1 });
    expect(data[0]).toMatchObject({ data: { object: { subscription: id } } });
  });

  test('is for its currency, its time and its number of times', async () => {
    const refused = async (coupon: Stripe.Coupon) => refusal(subscribe({ coupon: coupon.id }));
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
    await pass(60);
    expect(await refused(brief)).toMatchObject({
      code: 'coupon_expired',
      message: `Coupon expired: ${brief.id}`,
    });
  });

  test('that is deleted goes on for those who have it', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { id } = await subscribe({ coupon: coupon.id });
    expect(await stripe.coupons.del(coupon.id)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.coupons.retrieve(coupon.id))).toMatchObject({ statusCode: 404 });
    expect(await refusal(subscribe({ coupon: coupon.id }))).toMatchObject({ statusCode: 400 });
    expect(await renew(id)).toMatchObject({ latest_invoice: { total: 900 } });
  });

  test('comes to a subscription later, and leaves it', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const { id: customer } = await payer(stripe);
    const items = [{ price: price.id }];
    const { id } = await stripe.subscriptions.create({ customer, items });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] });
    expect(await typesSince(stripe, 2)).toEqual([
      'customer.discount.created',
      'customer.subscription.updated',
    ]);
    expect(await renew(id)).toMatchObject({ latest_invoice: { total: 900 } });
    expect((await stripe.subscriptions.update(id, { discounts: '' })).discounts).toEqual([]);
    expect(await renew(id)).toMatchObject({ latest_invoice: { total: 1_000 } });
  });

  test('is one or the other: a part, or an amount in a currency', async () => {
    const refused = async (coupon: Stripe.CouponCreateParams) =>
      (await refusal(stripe.coupons.create(coupon)))?.statusCode;
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
  test('is found however it is spelled, and redeemed for its coupon', async () => {
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

  test('is active once, until it is used up, expires or is switched off', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20 });
    const expires_at = (await readClock(store)) + 60;
    const once = await codeFor(coupon.id, { code: 'ONCE', max_redemptions: 1 });
    expect(await refusal(codeFor(coupon.id, { code: 'once' }))).toMatchObject({ param: 'code' });
    await subscribe({ promotion_code: once.id });
    const brief = await codeFor(coupon.id, { expires_at });
    await pass(60);
    const off = await codeFor(coupon.id);
    await stripe.promotionCodes.update(off.id, { active: false });
    for (const { id } of [once, brief, off]) {
      expect(await stripe.promotionCodes.retrieve(id)).toMatchObject({ active: false });
      expect(await refusal(subscribe({ promotion_code: id }))).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('cannot be redeemed'),
      });
    }
    const revived = stripe.promotionCodes.update(once.id, { active: true });
    expect(await refusal(revived)).toMatchObject({ param: 'active' });
    const again = await stripe.promotionCodes.update(off.id, { active: true });
    expect(again.active).toBe(true);
  });

  test('can be for one customer, for new ones, and from an amount on', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const other = await payer(stripe);
    const theirs = await codeFor(coupon.id, { customer: other.id });
    const large = await codeFor(coupon.id, {
      restrictions: { minimum_amount: 1_001, minimum_amount_currency: 'eur' },
    });
    for (const { id } of [theirs, large]) {
      expect(await refusal(subscribe({ promotion_code: id }))).toMatchObject({ statusCode: 400 });
    }
    const first = await codeFor(coupon.id, { restrictions: { first_time_transaction: true } });
    const { id: customer } = await payer(stripe);
    const items = [{ price: price.id }];
    const discounts = [{ promotion_code: first.id }];
    const again = () => stripe.subscriptions.create({ customer, items, discounts });
    expect((await again()).status).toBe('active');
    expect(await refusal(again())).toMatchObject({
      message: expect.stringContaining('prior transactions'),
    });
  });
});

test('what is left is rounded half up once, and never less than nothing', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 25.5 });
  // 2.50 EUR less 25.5 % is 1.8625.
  expect(takenOff(250, coupon)).toBe(64);
  expect(takenOff(1_000, { ...coupon, percent_off: 0.25 })).toBe(2);
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000, max: 100_000_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (amount, hundredths) => {
        const off = takenOff(amount, { ...coupon, percent_off: hundredths / 100 });
        const price = BigInt(Math.max(0, amount));
        const rest = (price * BigInt(10_000 - hundredths) * 2n + 10_000n) / 20_000n;
        expect(Math.max(0, amount) - off).toBe(Number(rest));
        expect(off).toBeLessThanOrEqual(Math.max(0, amount));
      },
    ),
  );
});
