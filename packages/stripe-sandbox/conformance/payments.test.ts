import { expect, test } from 'vitest';
import { catchStripeError, createMonthlyPrice } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, createCustomer } = await connectToProvider();

const payment = {
  amount: 1_000,
  currency: 'usd',
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;
const paid = async () => {
  const { id: customer } = await createCustomer(null);
  return stripe.paymentIntents.create({ ...payment, customer, payment_method: 'pm_card_visa' });
};

test('A payment that succeeds has one charge, with the card that paid [docs.stripe.com/api/charges/object]', async () => {
  const intent = await paid();
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  expect(charge).toMatchObject({
    amount: 1_000,
    amount_captured: 1_000,
    amount_refunded: 0,
    customer: intent.customer,
    paid: true,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    refunded: false,
    status: 'succeeded',
  });
  const expanded = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  expect(expanded.latest_charge).toEqual(charge);
  const { data } = await stripe.charges.list({ customer: String(intent.customer) });
  expect(data).toEqual([charge]);
  const named = await stripe.charges.update(charge.id, { metadata: { order: '7' } });
  expect(named.metadata).toEqual({ order: '7' });
});

test('A declined payment has a failed charge, which the error names [docs.stripe.com/declines]', async () => {
  const request = stripe.paymentIntents.create({
    ...payment,
    payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  });
  const intent = (await catchStripeError(request))?.paymentIntent;
  expect(intent?.last_payment_error?.charge).toBe(intent?.latest_charge);
  const charge = await stripe.charges.retrieve(String(intent?.latest_charge));
  expect(charge).toMatchObject({
    amount_captured: 0,
    failure_code: 'card_declined',
    outcome: { network_status: 'declined_by_network', reason: 'insufficient_funds' },
    paid: false,
    status: 'failed',
  });
  expect(await catchStripeError(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
    statusCode: 400,
  });
});

test('A payment is refunded in parts, and never more than was paid [docs.stripe.com/refunds]', async () => {
  const intent = await paid();
  const charge = String(intent.latest_charge);
  const first = await stripe.refunds.create({ charge, amount: 400 });
  expect(first).toMatchObject({ amount: 400, charge, payment_intent: intent.id });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 400,
    refunded: false,
  });
  const rest = await stripe.refunds.create({ payment_intent: intent.id });
  expect(rest).toMatchObject({ amount: 600, charge });
  const whole = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
  expect(whole).toMatchObject({ amount_refunded: 1_000, refunded: true });
  expect(whole.refunds?.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
  expect((await stripe.refunds.list({ charge })).data).toHaveLength(2);
  expect(await catchStripeError(stripe.refunds.create({ charge }))).toMatchObject({
    code: 'charge_already_refunded',
  });
  const noted = await stripe.refunds.update(rest.id, { metadata: { why: 'twice' } });
  expect(noted.metadata).toEqual({ why: 'twice' });
});

test('A refund leaves the subscription of the payment active [docs.stripe.com/refunds]', async () => {
  const price = await createMonthlyPrice(stripe, 1_000);
  const { id: customer } = await createCustomer();
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    expand: ['latest_invoice.payments'],
  });
  const invoice = subscription.latest_invoice;
  const payments = typeof invoice === 'object' ? invoice?.payments?.data : [];
  const intent = String(payments?.[0]?.payment.payment_intent);
  const refund = await stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' });
  expect(refund).toMatchObject({ amount: 1_000, status: 'succeeded', reason: 'duplicate' });
  expect(await stripe.charges.retrieve(String(refund.charge))).toMatchObject({ refunded: true });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('A refund names one payment [docs.stripe.com/api/refunds/create]', async () => {
  const intent = await paid();
  const both = { payment_intent: intent.id, charge: String(intent.latest_charge) };
  expect(await catchStripeError(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 });
  expect(await catchStripeError(stripe.refunds.create(both))).toMatchObject({ statusCode: 400 });
  expect(await catchStripeError(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({
    code: 'resource_missing',
    param: 'charge',
  });
});
