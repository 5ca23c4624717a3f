import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createMonthlyPrice, itemOf } from '#sandbox/stripe/test/fixtures.ts';
import { attachDefaultCard, connectToProvider } from './test/provider.ts';

const { stripe, createCustomer, subscribe, invoicesOf } = await connectToProvider();
const day = 86_400;
const minute = 60;

/** Subscribes, and moves the time to ten minutes after the first period. */
async function renewOnce() {
  const subscribed = await subscribe();
  const { current_period_end: end } = itemOf(subscribed.made);
  await subscribed.advance(end - subscribed.made.start_date + 10 * minute);
  return { ...subscribed, end };
}

test('A renewal is a draft for about an hour, and then charged [docs.stripe.com/billing/invoices/subscription]', async () => {
  const { id, advance } = await renewOnce();
  const [draft] = await invoicesOf(id);
  expect(draft).toMatchObject({ status: 'draft', auto_advance: true, attempted: false });
  await advance(70 * minute);
  const [paid] = await invoicesOf(id);
  expect(paid).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 1_000 });
});

test('A renewal names the cycle as its reason, and its period follows the former one [docs.stripe.com/api/invoices/object#invoice_object-billing_reason]', async () => {
  const { id, end } = await renewOnce();
  const [renewal, first] = await invoicesOf(id);
  expect(first).toMatchObject({ billing_reason: 'subscription_create' });
  expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle' });
  const renewed = await stripe.subscriptions.retrieve(id);
  expect(itemOf(renewed).current_period_start).toBe(end);
  const [line] = renewal?.lines.data ?? [];
  expect(line?.period).toEqual({ start: end, end: itemOf(renewed).current_period_end });
});

test('A period that began on the 31st ends on the last day of a shorter month, and later on the 31st again [docs.stripe.com/billing/subscriptions/billing-cycle]', async () => {
  const { id: customer, advance } = await createCustomer();
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const { test_clock: clock } = await stripe.customers.retrieve(customer).then(notDeleted);
  const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(String(clock));
  await advance(secondsToDay31(now));
  const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const ends = [itemOf(made).current_period_end];
  for (let month = 1; month < 4; month += 1) {
    await advance(31 * day);
    ends.push(itemOf(await stripe.subscriptions.retrieve(made.id)).current_period_end);
  }
  const days = ends.map((end) => new Date(end * 1_000));
  expect(days.map((end) => end.getUTCDate())).toEqual(days.map(lastDayOf));
});

/** Returns the seconds from a time to noon of a 31st. */
const secondsToDay31 = (now: number) => {
  const noons = Array.from({ length: 70 }, (_, days) => (Math.floor(now / day) + days + 1.5) * day);
  return (noons.find((noon) => new Date(noon * 1_000).getUTCDate() === 31) ?? now) - now;
};

const notDeleted = (customer: Stripe.Customer | Stripe.DeletedCustomer) => {
  if (customer.deleted) throw new Error('The customer was deleted');
  return customer;
};

const lastDayOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

test('A subscription that ends with its period is not invoiced again [docs.stripe.com/billing/subscriptions/cancel]', async () => {
  const { id, advance } = await subscribe();
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await advance(32 * day);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect(await invoicesOf(id)).toHaveLength(1);
});

test('An end at once leaves an unpaid renewal open, and charges it no more [docs.stripe.com/api/subscriptions/cancel]', async () => {
  const { id, customer, advance } = await subscribe();
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  await advance(32 * day);
  await stripe.subscriptions.cancel(id);
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  await advance(30 * day);
  const [renewal] = await invoicesOf(id);
  expect(renewal).toMatchObject({ status: 'open', auto_advance: false });
});

test('An end at once credits no unused time, and leaves the customer’s credit [SDK SubscriptionCancelParams.prorate]', async () => {
  const { id, customer } = await subscribe();
  await stripe.customers.createBalanceTransaction(customer, { amount: -700, currency: 'usd' });
  expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
  expect(await invoicesOf(id)).toHaveLength(1);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -700 });
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const again = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const [invoice] = await invoicesOf(again.id);
  expect(invoice).toMatchObject({ status: 'paid', total: 1_000, amount_paid: 300 });
});

test('The reason of a cancellation is kept until it is emptied [SDK SubscriptionUpdateParams.cancellation_details]', async () => {
  const { id } = await subscribe();
  const reason = { feedback: 'too_expensive', comment: 'Later perhaps' } as const;
  await stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: reason,
  });
  const ending = await stripe.subscriptions.retrieve(id);
  expect(ending.cancellation_details).toMatchObject(reason);
  const resumed = await stripe.subscriptions.update(id, {
    cancel_at_period_end: false,
    cancellation_details: { feedback: '', comment: '' },
  });
  expect(resumed).toMatchObject({
    cancel_at: null,
    cancellation_details: { feedback: null, comment: null },
  });
});

test('A trial is extended without an invoice to pay, and charged at its new end [docs.stripe.com/billing/subscriptions/trials]', async () => {
  const { id, made, advance } = await subscribe({ trial_period_days: 7 });
  const until = (made.trial_end ?? 0) + 7 * day;
  const longer = await stripe.subscriptions.update(id, {
    trial_end: until,
    proration_behavior: 'none',
  });
  expect(longer).toMatchObject({ status: 'trialing', trial_end: until });
  await advance(8 * day);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('trialing');
  await advance(7 * day);
  const totals = (await invoicesOf(id)).map(({ amount_paid: paid }) => paid);
  expect(totals.filter((paid) => paid > 0)).toEqual([1_000]);
});
