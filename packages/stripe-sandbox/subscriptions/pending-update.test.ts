import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  invoiceOf,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, advanceClock, authenticatePayment } = await startTestSandbox();
const small = await createMonthlyPrice(stripe, 1_000);
const large = await createMonthlyPrice(stripe, 5_000);
const expand = ['latest_invoice.confirmation_secret'];

/**
 * Subscribes with a card that needs authentication for the next payment, and changes to the larger
 * price.
 */
async function changed(
  card = 'pm_card_authenticationRequired',
  more: Stripe.SubscriptionUpdateParams = {},
) {
  const { id: customer } = await createPayingCustomer(stripe);
  const { id, items } = await stripe.subscriptions.create({
    customer,
    items: [{ price: small.id }],
    metadata: { a: 'old', b: 'kept' },
  });
  const { id: method } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  return stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: large.id }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    ...more,
    expand,
  });
}

const priceOf = ({ items }: Stripe.Subscription) => items.data[0]?.price.id;
const latest = (id: string) => stripe.subscriptions.retrieve(id);

describe('a change that may wait for its payment', () => {
  test('applies immediately when it is paid', async () => {
    const subscription = await changed('pm_card_mastercard');
    expect(priceOf(subscription)).toBe(large.id);
    expect(subscription).toMatchObject({ status: 'active', pending_update: null });
  });

  test('leaves the subscription unchanged until the cardholder authenticates', async () => {
    const subscription = await changed();
    expect([priceOf(subscription), subscription.status]).toEqual([small.id, 'active']);
    expect(subscription.pending_update?.subscription_items?.[0]?.price.id).toBe(large.id);
    await authenticatePayment(
      invoiceOf(subscription).confirmation_secret?.client_secret ?? '',
      'succeed',
    );
    const after = await latest(subscription.id);
    expect([priceOf(after), after.pending_update]).toEqual([large.id, null]);
  });

  test('is dropped when its invoice is voided', async () => {
    const subscription = await changed();
    await stripe.invoices.voidInvoice(invoiceOf(subscription).id);
    const after = await latest(subscription.id);
    expect([priceOf(after), after.status, after.pending_update]).toEqual([
      small.id,
      'active',
      null,
    ]);
  });

  test('is dropped after 23 hours', async () => {
    const { id } = await changed();
    await advanceClock(23 * 3_600 + 1);
    const after = await latest(id);
    expect([priceOf(after), after.pending_update]).toEqual([small.id, null]);
  });

  test('is replaced by another change and ends with the subscription', async () => {
    const waiting = await changed();
    const [item] = waiting.items.data;
    const items = [{ id: item?.id ?? '', quantity: 1, price: small.id }];
    const replaced = await stripe.subscriptions.update(waiting.id, { items });
    expect(replaced.pending_update).toBeNull();
    expect(await stripe.invoices.retrieve(invoiceOf(waiting).id)).toMatchObject({ status: 'void' });
    const leaving = await changed();
    expect(await stripe.subscriptions.cancel(leaving.id)).toMatchObject({
      status: 'canceled',
      pending_update: null,
    });
    expect(await stripe.invoices.retrieve(invoiceOf(leaving).id)).toMatchObject({ status: 'void' });
  });

  test('keeps metadata and an end with the period until it is paid', async () => {
    const more = { metadata: { a: 'new' }, cancel_at_period_end: true };
    const subscription = await changed('pm_card_authenticationRequired', more);
    expect(subscription).toMatchObject({
      metadata: { a: 'old', b: 'kept' },
      cancel_at_period_end: false,
      pending_update: more,
    });
    await authenticatePayment(
      invoiceOf(subscription).confirmation_secret?.client_secret ?? '',
      'succeed',
    );
    expect(await latest(subscription.id)).toMatchObject({
      metadata: { a: 'new', b: 'kept' },
      cancel_at_period_end: true,
      cancel_at: subscription.items.data[0]?.current_period_end,
      pending_update: null,
    });
  });

  test('is dropped by another wish about the end with the period', async () => {
    const { id } = await changed('pm_card_authenticationRequired', { cancel_at_period_end: true });
    const same = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(same.pending_update).not.toBeNull();
    const other = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect([priceOf(other), other.pending_update]).toEqual([small.id, null]);
  });

  test("rejects parameters that can't wait", async () => {
    const { id } = await changed('pm_card_mastercard');
    const update = stripe.subscriptions.update(id, {
      payment_behavior: 'pending_if_incomplete',
      description: 'Later',
    });
    expect(await catchStripeError(update)).toMatchObject({ statusCode: 400, param: 'description' });
  });
});

test('refunds a payment once and never more than was paid', async () => {
  const { id: customer } = await createPayingCustomer(stripe);
  const payment = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    customer,
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const order = { payment_intent: payment.id };
  expect(await catchStripeError(stripe.refunds.create({ ...order, amount: 1_001 }))).toMatchObject({
    param: 'amount',
  });
  const refund = await stripe.refunds.create(order);
  expect(refund).toMatchObject({ amount: 1_000, status: 'succeeded', payment_intent: payment.id });
  expect(await catchStripeError(stripe.refunds.create(order))).toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list(order)).data).toEqual([refund]);
});
