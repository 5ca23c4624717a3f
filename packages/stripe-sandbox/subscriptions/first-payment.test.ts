import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  invoiceOf,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';
import { secretOf, subscriberTo } from '#sandbox/stripe/test/subscriber.ts';

const { stripe, advanceClock, authenticatePayment } = await startTestSandbox();
const hour = 3_600;

const price = await createMonthlyPrice(stripe, 1_000);
const { subscribe, latest } = subscriberTo(stripe, price);
const intentOf = (subscription: Stripe.Subscription) =>
  String(invoiceOf(subscription).payments?.data[0]?.payment.payment_intent);

describe('a first payment', () => {
  test('makes the subscription active', async () => {
    const subscription = await subscribe('pm_card_visa');
    expect(subscription).toMatchObject({
      status: 'active',
      latest_invoice: {
        status: 'paid',
        amount_paid: 1_000,
        attempt_count: 1,
        billing_reason: 'subscription_create',
        payments: { data: [{ status: 'paid', amount_paid: 1_000 }] },
      },
    });
    expect(await stripe.paymentIntents.retrieve(intentOf(subscription))).toMatchObject({
      status: 'succeeded',
      amount: 1_000,
      setup_future_usage: 'off_session',
    });
    expect(await lastEventTypes(stripe, 11)).toEqual([
      'customer.subscription.created',
      'customer.updated',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ]);
  });

  test('leaves the subscription incomplete, or creates nothing, when it is declined', async () => {
    const subscription = await subscribe('pm_card_chargeCustomerFail');
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: null },
    });
    const { id: customer } = await createPayingCustomer(stripe, 'pm_card_chargeCustomerFail');
    const refused = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: 'error_if_incomplete',
    });
    expect(await catchStripeError(refused)).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      declineCode: 'generic_decline',
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  test('can be confirmed later, with the card on file or another one', async () => {
    const waiting = await subscribe(null, { payment_behavior: 'default_incomplete' });
    expect(waiting).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', attempt_count: 0, amount_due: 1_000 },
    });
    const intent = await stripe.paymentIntents.retrieve(intentOf(waiting));
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      client_secret: secretOf(waiting),
    });
    const declined = { payment_method: 'pm_card_chargeCustomerFail' };
    expect(
      await catchStripeError(stripe.paymentIntents.confirm(intent.id, declined)),
    ).toMatchObject({
      statusCode: 402,
    });
    const good = { payment_method: 'pm_card_visa' };
    expect((await stripe.paymentIntents.confirm(intent.id, good)).status).toBe('succeeded');
    expect(await latest(waiting.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid' },
    });
    const { data } = await stripe.customers.listPaymentMethods(String(waiting.customer));
    expect(data.map(({ card }) => card?.last4)).toEqual(['4242']);
    const ready = await subscribe('pm_card_visa', { payment_behavior: 'default_incomplete' });
    expect(await stripe.paymentIntents.retrieve(intentOf(ready))).toMatchObject({
      status: 'requires_confirmation',
    });
  });

  test('requires 3-D Secure authentication before the subscription becomes active', async () => {
    const subscription = await subscribe('pm_card_authenticationRequired', {
      payment_settings: { save_default_payment_method: 'on_subscription' },
    });
    expect(subscription.status).toBe('incomplete');
    await authenticatePayment(secretOf(subscription), 'succeed');
    expect(await latest(subscription.id)).toMatchObject({
      status: 'active',
      default_payment_method: expect.stringMatching(/^pm_/),
      latest_invoice: { status: 'paid' },
    });
    const { id: customer } = await createPayingCustomer(stripe, 'pm_card_authenticationRequired');
    const refused = stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: 'error_if_incomplete',
    });
    expect(await catchStripeError(refused)).toMatchObject({
      statusCode: 402,
      code: 'subscription_payment_intent_requires_action',
    });
  });

  test('expires the subscription when it is missing after 23 hours', async () => {
    const { id } = await subscribe('pm_card_authenticationRequired');
    await advanceClock(23 * hour - 60);
    expect((await latest(id)).status).toBe('incomplete');
    await advanceClock(60);
    expect(await latest(id)).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });

  test("charges the subscription's card rather than the customer's", async () => {
    const customer = await createPayingCustomer(stripe, 'pm_card_chargeCustomerFail');
    const { id } = await stripe.paymentMethods.attach('pm_card_amex', { customer: customer.id });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: id,
    });
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: id });
  });
});

test('a subscription’s invoice is found by customer and by subscription', async () => {
  const subscription = await subscribe(null, { trial_period_days: 14 });
  const byCustomer = await stripe.invoices.list({ customer: String(subscription.customer) });
  const filter = { subscription: subscription.id, status: 'paid' as const };
  const bySubscription = await stripe.invoices.list(filter);
  const { id = '' } = invoiceOf(subscription);
  expect(byCustomer.data.map((invoice) => invoice.id)).toEqual([id]);
  expect(bySubscription.data).toEqual(byCustomer.data);
  expect(await stripe.invoices.retrieve(id)).toEqual(byCustomer.data[0]);
});
