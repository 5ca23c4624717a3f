import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  invoiceOf,
  itemOf,
  startTestSandbox,
  lastEventTypes,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, renew } = await startTestSandbox();

const starter = await createMonthlyPrice(stripe, 0);
const pro = await createMonthlyPrice(stripe, 1_000);
const business = await createMonthlyPrice(stripe, 3_000);
const yearly = await stripe.prices.create({
  product: String(business.product),
  currency: 'usd',
  unit_amount: 30_000,
  recurring: { interval: 'year' },
});
const expand = ['latest_invoice'];

async function subscribe(price: Stripe.Price, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { id: customer } = await createPayingCustomer(stripe);
  return stripe.subscriptions.create({ customer, items: [{ price: price.id }], ...more });
}

/** Returns the middle of the subscription's period. */
const midOf = (subscription: Stripe.Subscription) => {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return start + (end - start) / 2;
};

/** Changes the price in the middle of the period. */
const change = (
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  more: Stripe.SubscriptionUpdateParams = {},
) =>
  stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price: price.id }],
    proration_behavior: 'always_invoice',
    proration_date: midOf(subscription),
    expand,
    ...more,
  });

const linesOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).lines.data.map(({ amount, description }) => [
    amount,
    description?.replace(/ after .*/, ''),
  ]);

const balanceOf = async (subscription: Stripe.Subscription) => {
  const customer = await stripe.customers.retrieve(String(subscription.customer));
  return customer.deleted ? undefined : customer.balance;
};

/** Renews the subscription; returns it with its paid invoice. */
async function renewed(id: string) {
  await renew(id);
  return stripe.subscriptions.retrieve(id, { expand });
}

describe('a change of price', () => {
  test('up: credits unused time and charges the remaining time immediately', async () => {
    const before = await subscribe(pro);
    const after = await change(before, business);
    expect(linesOf(after)).toEqual([
      [-500, 'Unused time on Pro'],
      [1_500, 'Remaining time on Pro'],
    ]);
    expect(after).toMatchObject({
      status: 'active',
      latest_invoice: {
        status: 'paid',
        amount_paid: 1_000,
        billing_reason: 'subscription_update',
        lines: {
          data: [
            {
              discountable: false,
              parent: {
                type: 'subscription_item_details',
                subscription_item_details: {
                  proration: true,
                  proration_details: { credited_items: { invoice: before.latest_invoice } },
                },
              },
            },
            { period: { start: midOf(before), end: itemOf(before).current_period_end } },
          ],
        },
      },
    });
    expect(itemOf(after).current_period_end).toBe(itemOf(before).current_period_end);
    expect((await renewed(before.id)).latest_invoice).toMatchObject({ amount_paid: 3_000 });
  });

  test('down: keeps the difference as credit, which later invoices use', async () => {
    const before = await subscribe(business);
    const after = await change(before, pro);
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      total: -1_000,
      amount_due: 0,
      starting_balance: 0,
      ending_balance: -1_000,
    });
    expect(await balanceOf(after)).toBe(-1_000);
    expect((await renewed(after.id)).latest_invoice).toMatchObject({
      status: 'paid',
      total: 1_000,
      amount_due: 0,
      starting_balance: -1_000,
      ending_balance: 0,
    });
    expect((await renewed(after.id)).latest_invoice).toMatchObject({ amount_paid: 1_000 });
  });

  test('waits for the next invoice when not invoiced immediately', async () => {
    const before = await subscribe(pro);
    const after = await change(before, business, { proration_behavior: 'create_prorations' });
    expect(after.latest_invoice).toMatchObject({ id: before.latest_invoice });
    expect(await lastEventTypes(stripe, 2)).toEqual(['invoiceitem.created', 'invoiceitem.created']);
    const { customer } = before;
    const waiting = await stripe.invoiceItems.list({ customer: String(customer), pending: true });
    expect(waiting.data.map(({ amount }) => amount)).toEqual([1_500, -500]);
    const next = await renewed(before.id);
    expect(linesOf(next)).toEqual([
      [-500, 'Unused time on Pro'],
      [1_500, 'Remaining time on Pro'],
      [3_000, '1 × Pro (at $30.00 / month)'],
    ]);
    expect((await renewed(before.id)).latest_invoice).toMatchObject({ amount_paid: 3_000 });
  });

  test.each([
    ['jpy', 999, '1 × Pro (at ¥999 / month)'],
    ['kwd', 2_550, '1 × Pro (at KWD 2.550 / month)'],
    ['isk', 99_900, '1 × Pro (at ISK 999 / month)'],
    ['eur', 255, '1 × Pro (at €2.55 / month)'],
  ])(
    'describes the price in %s with the decimals of the currency',
    async (currency, unit_amount, text) => {
      const price = await createMonthlyPrice(stripe, unit_amount, currency);
      const [line] = invoiceOf(await subscribe(price, { expand })).lines.data;
      expect(line?.description?.replace('\u00A0', ' ')).toBe(text);
    },
  );

  test('costs nothing without prorations', async () => {
    const before = await subscribe(pro);
    const after = await change(before, business, { proration_behavior: 'none' });
    expect(after.latest_invoice).toMatchObject({ id: before.latest_invoice });
    expect((await renewed(before.id)).latest_invoice).toMatchObject({ amount_paid: 3_000 });
  });

  test('credits the amount of the preceding change, not of the original price', async () => {
    const before = await subscribe(pro);
    await change(before, business);
    const { current_period_start: start, current_period_end: end } = itemOf(before);
    const late = start + Math.floor(((end - start) * 3) / 4);
    const back = await change(before, pro, { proration_date: late });
    expect(linesOf(back)).toEqual([
      [-750, 'Unused time on Pro'],
      [250, 'Remaining time on Pro'],
    ]);
  });

  test('prorates a change of quantity', async () => {
    const before = await subscribe(pro);
    const after = await change(before, pro, { items: [{ id: itemOf(before).id, quantity: 3 }] });
    expect(linesOf(after)).toEqual([
      [-500, 'Unused time on Pro'],
      [1_500, 'Remaining time on 3 × Pro'],
    ]);
  });

  test('starts a new period when the billing interval changes', async () => {
    const before = await subscribe(business);
    const after = await change(before, yearly, { proration_behavior: 'create_prorations' });
    expect(linesOf(after)).toEqual([
      [-1_500, 'Unused time on Pro'],
      [30_000, '1 × Pro (at $300.00 / year)'],
    ]);
    const { current_period_start: start, current_period_end: end } = itemOf(after);
    expect(after).toMatchObject({
      billing_cycle_anchor: start,
      latest_invoice: { status: 'paid', amount_paid: 28_500 },
    });
    expect([365, 366]).toContain((end - start) / 86_400);
  });

  test('starts a new period from free to paid, and credits the way back', async () => {
    const before = await subscribe(starter);
    const after = await change(before, pro, { proration_date: undefined });
    expect(after.latest_invoice).toMatchObject({ status: 'paid', amount_paid: 1_000 });
    expect(after.billing_cycle_anchor).toBeGreaterThanOrEqual(before.billing_cycle_anchor);
    const back = await change(after, starter);
    expect(linesOf(back)).toEqual([
      [-500, 'Unused time on Pro'],
      [0, 'Remaining time on Starter'],
    ]);
    expect(await balanceOf(back)).toBe(-500);
  });

  test('is calculated only for a time within the current period', async () => {
    const before = await subscribe(pro);
    const outside = { proration_date: itemOf(before).current_period_end + 1 };
    expect(await catchStripeError(change(before, business, outside))).toMatchObject({
      param: 'proration_date',
    });
  });
});

describe('a change that is not paid', () => {
  const failing = async () => {
    const before = await subscribe(pro);
    const customer = String(before.customer);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.subscriptions.update(before.id, { default_payment_method: bad.id });
    return before;
  };

  test('is undone with error_if_incomplete', async () => {
    const before = await failing();
    const params = { payment_behavior: 'error_if_incomplete' as const };
    expect(await catchStripeError(change(before, business, params))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const now = await stripe.subscriptions.retrieve(before.id);
    expect(itemOf(now).price.id).toBe(pro.id);
    expect(now).toMatchObject({ status: 'active', latest_invoice: before.latest_invoice });
  });

  test('otherwise applies and makes the subscription past due', async () => {
    const after = await change(await failing(), business);
    expect(after).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', next_payment_attempt: expect.any(Number) },
    });
    const waiting = await change(await subscribe(pro), business, {
      payment_behavior: 'default_incomplete',
    });
    expect(waiting).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 0 },
    });
  });

  test('leaves no debt when its invoice is voided', async () => {
    const after = await change(await failing(), business);
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(after.id);
    await stripe.invoices.voidInvoice(String(invoice));
    expect(await stripe.subscriptions.retrieve(after.id)).toMatchObject({ status: 'active' });
    const [payment] = (await stripe.paymentIntents.list({ customer: String(after.customer) })).data;
    expect(payment).toMatchObject({ status: 'canceled', cancellation_reason: 'void_invoice' });
  });
});
