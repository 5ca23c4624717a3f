import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { catchStripeError, createMonthlyPrice, itemOf } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, createCustomer, subscribe, invoicesOf } = await connectToProvider();
const day = 86_400;

/** Subscribes with a new coupon. */
async function subscribeWith(terms: Stripe.CouponCreateParams, card?: string | null) {
  const { id: coupon } = await stripe.coupons.create(terms);
  const given = card === undefined ? {} : { card };
  return { coupon, ...(await subscribe({ ...given, discounts: [{ coupon }] })) };
}

const totalsOf = async (subscription: string) =>
  (await invoicesOf(subscription)).map(({ total }) => total).toReversed();

test('A coupon for one payment discounts the first invoice only [docs.stripe.com/api/coupons/object#coupon_object-duration]', async () => {
  const { id, advance } = await subscribeWith({ percent_off: 20, duration: 'once' });
  await advance(32 * day);
  expect(await totalsOf(id)).toEqual([800, 1_000]);
  expect((await stripe.subscriptions.retrieve(id)).discounts).toEqual([]);
});

test('A coupon for months discounts the invoices of that time, which its discount names [docs.stripe.com/api/discounts/object#discount_object-end]', async () => {
  const terms = { percent_off: 20, duration: 'repeating', duration_in_months: 2 } as const;
  const { id, made, advance } = await subscribeWith(terms);
  const { discounts } = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
  const [discount] = discounts as Stripe.Discount[];
  const days = ((discount?.end ?? 0) - made.start_date) / day;
  expect(days).toBeGreaterThan(58);
  expect(days).toBeLessThan(63);
  await advance(32 * day);
  await advance(32 * day);
  expect(await totalsOf(id)).toEqual([800, 800, 1_000]);
});

test('With a coupon of 100 %, a subscription begins without a card, and its invoice is paid without a charge [docs.stripe.com/billing/subscriptions/coupons]', async () => {
  const { id, customer, made } = await subscribeWith(
    { percent_off: 100, duration: 'forever' },
    null,
  );
  expect(made.status).toBe('active');
  const [invoice] = await invoicesOf(id);
  expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, subtotal: 1_000, total: 0 });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('An amount off never makes a total negative, and leaves no credit [docs.stripe.com/api/coupons/object#coupon_object-amount_off]', async () => {
  const terms = { amount_off: 5_000, currency: 'usd', duration: 'once' } as const;
  const { id, customer } = await subscribeWith(terms);
  expect(await totalsOf(id)).toEqual([0]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
});

test('A coupon with an amount has an end [docs.stripe.com/changelog/basil/2025-03-31/restrict-coupon-duration]', async () => {
  const terms = { amount_off: 500, currency: 'usd', duration: 'forever' } as const;
  const error = await catchStripeError(stripe.coupons.create(terms));
  expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
});

test('A coupon is refused once it was redeemed as often as it may be [docs.stripe.com/api/coupons/object#coupon_object-max_redemptions]', async () => {
  const terms = { percent_off: 20, duration: 'once', max_redemptions: 1 } as const;
  const { coupon } = await subscribeWith(terms);
  expect(await stripe.coupons.retrieve(coupon)).toMatchObject({ valid: false, times_redeemed: 1 });
  const error = await catchStripeError(subscribe({ discounts: [{ coupon }] }));
  expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
});

test('A deleted coupon can’t be redeemed, and its discounts go on [docs.stripe.com/api/coupons/delete]', async () => {
  const { coupon, id, advance } = await subscribeWith({ percent_off: 20, duration: 'forever' });
  await stripe.coupons.del(coupon);
  const error = await catchStripeError(subscribe({ discounts: [{ coupon }] }));
  expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing' });
  await advance(32 * day);
  expect(await totalsOf(id)).toEqual([800, 800]);
});

test('A coupon for another product discounts nothing [docs.stripe.com/api/coupons/create#create_coupon-applies_to]', async () => {
  const { product } = await createMonthlyPrice(stripe, 2_000);
  const { id } = await subscribeWith({
    percent_off: 20,
    duration: 'forever',
    applies_to: { products: [String(product)] },
  });
  expect(await totalsOf(id)).toEqual([1_000]);
});

test('The coupon of a discount names its products when it is expanded, also once it was deleted [SDK Coupon.applies_to]', async () => {
  const { product } = await createMonthlyPrice(stripe, 2_000);
  const products = [String(product)];
  const terms = { percent_off: 20, duration: 'forever', applies_to: { products } } as const;
  const { id, coupon } = await subscribeWith(terms);
  const readProducts = async () => {
    const expand = ['discounts.source.coupon.applies_to'];
    const { discounts } = await stripe.subscriptions.retrieve(id, { expand });
    const found = (discounts as Stripe.Discount[])[0]?.source.coupon as Stripe.Coupon;
    return found.applies_to?.products;
  };
  expect(await readProducts()).toEqual(products);
  await stripe.coupons.del(coupon);
  expect(await readProducts()).toEqual(products);
});

test('A code for first payments is refused to a customer who has paid, and one for a customer to others [docs.stripe.com/api/promotion_codes/create#create_promotion_code-restrictions]', async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'once' });
  const { id, customer } = await subscribe();
  const promotion = { type: 'coupon', coupon } as const;
  const [first, own] = await Promise.all([
    stripe.promotionCodes.create({ promotion, restrictions: { first_time_transaction: true } }),
    stripe.promotionCodes.create({ promotion, customer }),
  ]);
  const { id: other } = await createCustomer();
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const late = stripe.subscriptions.update(id, { discounts: [{ promotion_code: first.id }] });
  const strange = stripe.subscriptions.create({
    customer: other,
    items: [{ price }],
    discounts: [{ promotion_code: own.id }],
  });
  for (const error of await Promise.all([late, strange].map(catchStripeError))) {
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  }
});

test('Discounts that are given replace those of the subscription, and none given leaves them [SDK SubscriptionUpdateParams.discounts]', async () => {
  const { id, made } = await subscribeWith({ percent_off: 20, duration: 'forever' });
  const { id: price } = await createMonthlyPrice(stripe, 2_000);
  const items = [{ id: itemOf(made).id, price }];
  const kept = await stripe.subscriptions.update(id, { items, proration_behavior: 'none' });
  expect(kept.discounts).toEqual(made.discounts);
  expect((await stripe.subscriptions.update(id, { discounts: '' })).discounts).toEqual([]);
});

test('A discount that an update names by its id stays as it is, and is not redeemed again [SDK SubscriptionUpdateParams.Discount.discount]', async () => {
  const terms = { percent_off: 20, duration: 'repeating', duration_in_months: 2 } as const;
  const { coupon, id } = await subscribeWith(terms);
  const expand = ['discounts'];
  const { discounts: before } = await stripe.subscriptions.retrieve(id, { expand });
  const [own] = before as Stripe.Discount[];
  const { id: gift } = await stripe.coupons.create({ percent_off: 100, duration: 'forever' });
  const { discounts } = await stripe.subscriptions.update(id, {
    discounts: [{ discount: own?.id ?? '' }, { coupon: gift }],
    expand,
  });
  expect(discounts).toHaveLength(2);
  expect(discounts[0]).toMatchObject({ id: own?.id, end: own?.end });
  expect((await stripe.coupons.retrieve(coupon)).times_redeemed).toBe(1);
});

test('A preview shows the discount of a code, and does not redeem it [docs.stripe.com/api/invoices/create_preview]', async () => {
  const terms = { percent_off: 20, duration: 'once', max_redemptions: 1 } as const;
  const { id: coupon } = await stripe.coupons.create(terms);
  const { id: code } = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
  });
  const { id: customer } = await createCustomer();
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const preview = await stripe.invoices.createPreview({
    customer,
    discounts: [{ promotion_code: code }],
    subscription_details: { items: [{ price }] },
  });
  expect(preview).toMatchObject({ subtotal: 1_000, total: 800 });
  expect(await stripe.promotionCodes.retrieve(code)).toMatchObject({
    active: true,
    times_redeemed: 0,
  });
});
