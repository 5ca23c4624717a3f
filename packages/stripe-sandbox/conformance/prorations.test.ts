import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createMonthlyPrice, itemOf } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, subscribe, invoicesOf } = await connectToProvider();
const day = 86_400;

/** Subscribes for 10.00 a month, and waits ten days. */
async function subscribeForTenDays() {
  const { customer, advance, made, id } = await subscribe();
  await advance(10 * day);
  const { id: item, current_period_start: start, current_period_end: end } = itemOf(made);
  const at = start + 10 * day;
  /** Returns the rest of a monthly amount, in minor units. */
  const rest = (amount: number) => Math.round((amount * (end - at)) / (end - start));
  return { customer, advance, id, item, at, end, rest };
}

test('A change at once credits the unused time and charges the rest, as its preview shows [docs.stripe.com/billing/subscriptions/prorations]', async () => {
  const { customer, id, item, at, end, rest } = await subscribeForTenDays();
  const { id: price } = await createMonthlyPrice(stripe, 9_000);
  const change: Stripe.SubscriptionUpdateParams &
    Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice',
    proration_date: at,
  };
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: change,
  });
  const changed = await stripe.subscriptions.update(id, change);
  const [invoice] = await invoicesOf(id);
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  expect(invoice?.total).toBe(preview.total);
  const amounts = invoice?.lines.data.map(({ amount }) => amount) ?? [];
  expect(amounts.toSorted((some, other) => some - other)).toEqual([-rest(1_000), rest(9_000)]);
  expect(itemOf(changed).current_period_end).toBe(end);
});

test('A cheaper plan with an invoice at once leaves a credit, which the next invoice uses [docs.stripe.com/billing/subscriptions/prorations]', async () => {
  const { customer, id, item, at, advance, rest } = await subscribeForTenDays();
  const { id: price } = await createMonthlyPrice(stripe, 400);
  await stripe.subscriptions.update(id, {
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice',
    proration_date: at,
  });
  const credit = rest(1_000) - rest(400);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -credit });
  await advance(22 * day);
  const [renewal] = await invoicesOf(id);
  expect(renewal).toMatchObject({ total: 400, amount_due: Math.max(400 - credit, 0) });
});

test('Prorations without an invoice at once are lines of the next renewal [SDK SubscriptionUpdateParams.proration_behavior]', async () => {
  const { id, item, at, advance, rest } = await subscribeForTenDays();
  const { id: price } = await createMonthlyPrice(stripe, 9_000);
  await stripe.subscriptions.update(id, {
    items: [{ id: item, price }],
    proration_behavior: 'create_prorations',
    proration_date: at,
  });
  expect(await invoicesOf(id)).toHaveLength(1);
  await advance(22 * day);
  const [renewal] = await invoicesOf(id);
  expect(renewal?.total).toBe(9_000 - rest(1_000) + rest(9_000));
});

test('A change without prorations costs nothing before the renewal [SDK SubscriptionUpdateParams.proration_behavior]', async () => {
  const { id, item, advance } = await subscribeForTenDays();
  const { id: price } = await createMonthlyPrice(stripe, 9_000);
  await stripe.subscriptions.update(id, {
    items: [{ id: item, price }],
    proration_behavior: 'none',
  });
  expect(await invoicesOf(id)).toHaveLength(1);
  await advance(22 * day);
  const [renewal] = await invoicesOf(id);
  expect(renewal).toMatchObject({ total: 9_000, amount_due: 9_000 });
});

test('Another interval begins a new period at once, charged whole less the unused time [docs.stripe.com/billing/subscriptions/billing-cycle]', async () => {
  const { id, item, at, rest } = await subscribeForTenDays();
  const price = await createYearlyPrice(90_000);
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice',
  });
  // The time of the change is that of the request.
  const { current_period_start: start, current_period_end: end } = itemOf(changed);
  expect(Math.abs(start - at)).toBeLessThan(day);
  expect(Math.round((end - start) / day)).toBeGreaterThanOrEqual(365);
  const [invoice] = await invoicesOf(id);
  expect(Math.abs((invoice?.total ?? 0) - (90_000 - rest(1_000)))).toBeLessThan(35);
});

test('A preview of later periods has the new price, without what is prorated now [SDK InvoiceCreatePreviewParams.preview_mode]', async () => {
  const { customer, id, item, at } = await subscribeForTenDays();
  const { id: price } = await createMonthlyPrice(stripe, 9_000);
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    preview_mode: 'recurring',
    subscription_details: {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      proration_date: at,
    },
  });
  expect(preview.total).toBe(9_000);
});

test('A period that is restarted is charged whole at once, less the unused time [SDK SubscriptionUpdateParams.billing_cycle_anchor]', async () => {
  const { id, at, rest } = await subscribeForTenDays();
  const changed = await stripe.subscriptions.update(id, {
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'always_invoice',
  });
  expect(Math.abs(itemOf(changed).current_period_start - at)).toBeLessThan(day);
  const [invoice] = await invoicesOf(id);
  expect(invoice).toMatchObject({ status: 'paid' });
  expect(Math.abs((invoice?.total ?? 0) - (1_000 - rest(1_000)))).toBeLessThan(35);
});

test('A date of the end within a new period shortens the period and its charge, as the preview shows [SDK SubscriptionUpdateParams.cancel_at]', async () => {
  const { customer, id, item, at, rest } = await subscribeForTenDays();
  const price = await createYearlyPrice(90_000);
  const ends = at + 60 * day;
  await stripe.subscriptions.update(id, { cancel_at: ends });
  const change: Stripe.SubscriptionUpdateParams &
    Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice',
  };
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: change,
  });
  const unended = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: { ...change, cancel_at: '' },
  });
  const changed = await stripe.subscriptions.update(id, change);
  expect(itemOf(changed)).toMatchObject({ current_period_end: ends });
  const [invoice] = await invoicesOf(id);
  const share = (90_000 * 60) / 365;
  expect(Math.abs((invoice?.total ?? 0) - (share - rest(1_000)))).toBeLessThan(350);
  expect(Math.abs((invoice?.total ?? 0) - preview.total)).toBeLessThan(5);
  expect(Math.abs(unended.total - (90_000 - rest(1_000)))).toBeLessThan(350);
});

test('The period in which a date of the end lies is renewed for its share [SDK SubscriptionUpdateParams.cancel_at]', async () => {
  const { id, advance, end } = await subscribeForTenDays();
  await stripe.subscriptions.update(id, { cancel_at: end + 10 * day });
  await advance(22 * day);
  const [renewal] = await invoicesOf(id);
  // A month has 28 to 31 days.
  expect(renewal?.total).toBeGreaterThanOrEqual(322);
  expect(renewal?.total).toBeLessThanOrEqual(358);
  expect(renewal?.lines.data[0]?.period).toEqual({ start: end, end: end + 10 * day });
});

test('A date of the end before the period’s end credits the rest, unless prorations are off [SDK SubscriptionUpdateParams.cancel_at]', async () => {
  const credits = async (more: Stripe.SubscriptionUpdateParams) => {
    const { customer, id, at } = await subscribeForTenDays();
    const ending = await stripe.subscriptions.update(id, { cancel_at: at + 5 * day, ...more });
    expect(itemOf(ending).current_period_end).toBe(at + 5 * day);
    const { data } = await stripe.invoiceItems.list({ customer, pending: true });
    const unended = await stripe.subscriptions.update(id, {
      cancel_at: '',
      proration_behavior: 'none',
    });
    expect(itemOf(unended).current_period_end).toBeGreaterThan(at + 5 * day);
    return data.map(({ amount }) => amount < 0);
  };
  expect(await credits({})).toEqual([true]);
  expect(await credits({ proration_behavior: 'none' })).toEqual([]);
});

async function createYearlyPrice(unit_amount: number) {
  const { id: product } = await stripe.products.create({ name: 'Pro' });
  const recurring = { interval: 'year' } as const;
  const { id } = await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring });
  return id;
}
