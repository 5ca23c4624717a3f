import { expect, test } from 'vitest';
import { catchStripeError, itemOf } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider, attachDefaultCard } from './test/provider.ts';

const { stripe, createCustomer, subscribe } = await connectToProvider();
const day = 86_400;

test('A new subscription is in flexible billing mode [docs.stripe.com/billing/subscriptions/billing-mode]', async () => {
  const { made } = await subscribe();
  expect(made).toMatchObject({ status: 'active', billing_mode: { type: 'flexible' } });
});

test('The card of a subscription is charged before the customer’s default card [SDK Subscription.default_payment_method]', async () => {
  const { customer, made, advance } = await subscribe();
  const { id: own } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: own });
  await advance(32 * day);
  const [charge] = (await stripe.charges.list({ customer })).data;
  expect(charge).toMatchObject({ paid: true, payment_method: own });
});

test('A scheduled end is removed by an empty `cancel_at`, which excludes `cancel_at_period_end` [github.com/stripe/stripe-node/issues/2470]', async () => {
  const { made } = await subscribe();
  const end = itemOf(made).current_period_end - day;
  const ending = await stripe.subscriptions.update(made.id, { cancel_at: end });
  expect(ending).toMatchObject({ status: 'active', cancel_at: end });
  const both = stripe.subscriptions.update(made.id, {
    cancel_at: '',
    cancel_at_period_end: false,
  });
  expect((await catchStripeError(both))?.statusCode).toBe(400);
  expect(await stripe.subscriptions.update(made.id, { cancel_at: '' })).toMatchObject({
    cancel_at: null,
    cancel_at_period_end: false,
  });
});

test('A trial without a card ends its subscription, without an invoice to pay [docs.stripe.com/billing/subscriptions/trials]', async () => {
  const { customer, made, advance } = await subscribe({
    card: null,
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  expect(made.status).toBe('trialing');
  await advance(8 * day);
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: 'canceled',
    cancel_at: null,
  });
  const owed = await stripe.invoices.list({ customer, status: 'open' });
  expect(owed.data).toEqual([]);
});

test.each(['a credit', 'a coupon'])(
  'A trial without a card ends its subscription, also if %s covers the first invoice [docs.stripe.com/billing/subscriptions/trials/free-trials]',
  async (what) => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 100, duration: 'forever' });
    const { customer, made, advance } = await subscribe({
      card: null,
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      ...(what === 'a coupon' && { discounts: [{ coupon }] }),
    });
    const credit = { amount: -5_000, currency: 'usd' };
    if (what === 'a credit') await stripe.customers.createBalanceTransaction(customer, credit);
    await advance(8 * day);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled');
  },
);

test('A failed renewal makes the subscription past due, and another card pays its open invoice [SDK Subscription.status]', async () => {
  const { customer, made, advance } = await subscribe();
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  await advance(32 * day);
  const { status, latest_invoice: latest } = await stripe.subscriptions.retrieve(made.id);
  expect(status).toBe('past_due');
  const invoice = await stripe.invoices.retrieve(String(latest));
  expect(invoice).toMatchObject({ status: 'open', attempted: true, due_date: null });
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  expect((await stripe.invoices.pay(invoice.id)).status).toBe('paid');
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
});

test('An open invoice is charged no more without automatic advancement, and again with it [docs.stripe.com/invoicing/integration/automatic-advancement-collection]', async () => {
  const { customer, made, advance } = await subscribe();
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  await advance(32 * day);
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(made.id);
  const id = String(latest);
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  const stopped = await stripe.invoices.update(id, { auto_advance: false });
  expect(stopped).toMatchObject({ status: 'open', next_payment_attempt: null });
  await advance(20 * day);
  expect((await stripe.invoices.retrieve(id)).status).toBe('open');
  const going = await stripe.invoices.update(id, { auto_advance: true });
  expect(going.next_payment_attempt).not.toBeNull();
  await stripe.invoices.pay(id);
  const settled = stripe.invoices.update(id, { auto_advance: true });
  expect((await catchStripeError(settled))?.statusCode).toBe(400);
});

test('A draft is not finalized without automatic advancement [docs.stripe.com/invoicing/integration/automatic-advancement-collection]', async () => {
  const { customer, made, advance } = await subscribe();
  await advance(itemOf(made).current_period_end - made.start_date + 600);
  const [draft] = (await stripe.invoices.list({ customer })).data;
  expect(draft?.status).toBe('draft');
  const id = draft?.id ?? '';
  await stripe.invoices.update(id, { auto_advance: false });
  await advance(2 * day);
  expect((await stripe.invoices.retrieve(id)).status).toBe('draft');
  await stripe.invoices.update(id, { auto_advance: true });
  await advance(1 * day);
  expect((await stripe.invoices.retrieve(id)).status).toBe('paid');
});

test('A card that its bank declines can’t be attached [docs.stripe.com/testing#declined-payments]', async () => {
  const { id: customer } = await createCustomer(null);
  const attaching = stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer });
  expect(await catchStripeError(attaching)).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  });
});

test('A repeated idempotency key returns the first reply, and refuses other parameters [docs.stripe.com/api/idempotent_requests]', async () => {
  const idempotencyKey = crypto.randomUUID();
  const first = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey });
  const again = await stripe.customers.create({ name: 'Ana' }, { idempotencyKey });
  expect(again.id).toBe(first.id);
  const other = stripe.customers.create({ name: 'Eva' }, { idempotencyKey });
  expect((await catchStripeError(other))?.type).toBe('StripeIdempotencyError');
  await stripe.customers.del(first.id);
});
