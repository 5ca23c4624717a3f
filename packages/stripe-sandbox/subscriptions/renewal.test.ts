import { describe, expect, test } from 'vitest';
import { readClock } from '#sandbox/stripe/store/store.ts';
import {
  catchStripeError,
  createMonthlyPrice,
  invoiceOf,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';
import { expandedInvoice, secretOf, subscriberTo } from '#sandbox/stripe/test/subscriber.ts';

const { stripe, store, advanceClock, renew, authenticatePayment } = await startTestSandbox();
const hour = 3_600;
const day = 24 * hour;

const { subscribe, latest } = subscriberTo(stripe, await createMonthlyPrice(stripe, 1_000));

describe('the end of a trial', () => {
  test('is announced three days before and charged an hour after', async () => {
    const { id } = await subscribe('pm_card_visa', { trial_period_days: 14 });
    await advanceClock(11 * day);
    expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.trial_will_end']);
    await advanceClock(3 * day);
    expect(await latest(id)).toMatchObject({
      status: 'active',
      latest_invoice: {
        status: 'draft',
        billing_reason: 'subscription_cycle',
        amount_due: 1_000,
      },
    });
    await advanceClock(hour);
    expect(await latest(id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid' },
    });
  });

  test('without a card makes the subscription past due, canceled or paused, as configured', async () => {
    const ending = (missing_payment_method: 'cancel' | 'create_invoice' | 'pause') => ({
      trial_period_days: 5,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
    const owing = await subscribe(null, ending('create_invoice'));
    const canceled = await subscribe(null, ending('cancel'));
    const paused = await subscribe(null, ending('pause'));
    await advanceClock(5 * day + hour);
    expect(await latest(owing.id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempted: true },
    });
    expect(await latest(canceled.id)).toMatchObject({
      status: 'canceled',
      ended_at: canceled.trial_end,
      cancellation_details: { reason: null },
    });
    expect((await latest(paused.id)).status).toBe('paused');
  });

  test('can be moved to now when there is a card', async () => {
    const { id } = await subscribe('pm_card_visa', { trial_period_days: 14 });
    const ended = await stripe.subscriptions.update(id, {
      trial_end: 'now',
      expand: expandedInvoice,
    });
    expect(ended).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_paid: 1_000 },
    });
  });
});

describe('a renewal', () => {
  test('charges each month in advance', async () => {
    const { id, items } = await subscribe('pm_card_visa');
    await renew(id);
    await renew(id);
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ status, billing_reason: reason }) => [status, reason])).toEqual([
      ['paid', 'subscription_cycle'],
      ['paid', 'subscription_cycle'],
      ['paid', 'subscription_create'],
    ]);
    const periods = data.map(({ lines }) => lines.data[0]?.period).toReversed();
    expect(periods[0]?.end).toBe(items.data[0]?.current_period_end);
    expect(periods[1]?.start).toBe(periods[0]?.end);
    expect(periods[2]?.start).toBe(periods[1]?.end);
    expect((await latest(id)).items.data[0]?.current_period_end).toBe(periods[2]?.end);
  });

  test('is retried after 3, 5 and 7 days when it fails, and stays past due', async () => {
    const { id, customer } = await subscribe('pm_card_visa');
    const failing = { customer: String(customer) };
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', failing);
    const settings = { invoice_settings: { default_payment_method: bad.id } };
    await stripe.customers.update(String(customer), settings);
    await renew(id);
    const first = await latest(id);
    expect(first).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1 },
    });
    const { next_payment_attempt: next, status_transitions: then } = invoiceOf(first);
    expect(Number(next) - Number(then.finalized_at)).toBe(3 * day);
    for (const [days, count] of [
      [3, 2],
      [5, 3],
    ] as const) {
      await advanceClock(days * day);
      expect(await latest(id)).toMatchObject({
        status: 'past_due',
        latest_invoice: { attempt_count: count, next_payment_attempt: expect.any(Number) },
      });
    }
    await advanceClock(7 * day);
    expect(await latest(id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 4, next_payment_attempt: null },
    });
  });

  test('is settled by paying its invoice after a failure', async () => {
    const { id, customer } = await subscribe('pm_card_visa');
    const owner = { customer: String(customer) };
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', owner);
    const settings = { invoice_settings: { default_payment_method: bad.id } };
    await stripe.customers.update(owner.customer, settings);
    await renew(id);
    const { id: invoice = '' } = invoiceOf(await latest(id));
    expect(await catchStripeError(stripe.invoices.pay(invoice))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const good = await stripe.paymentMethods.attach('pm_card_visa', owner);
    expect(await stripe.invoices.pay(invoice, { payment_method: good.id })).toMatchObject({
      status: 'paid',
      next_payment_attempt: null,
    });
    expect((await latest(id)).status).toBe('active');
    expect(await catchStripeError(stripe.invoices.pay(invoice))).toMatchObject({
      message: 'Invoice is already paid',
    });
  });

  test('stays past due until the cardholder authenticates it', async () => {
    const subscription = await subscribe('pm_card_authenticationRequired');
    await authenticatePayment(secretOf(subscription), 'succeed');
    await renew(subscription.id);
    const owing = await latest(subscription.id);
    expect(owing.status).toBe('past_due');
    expect(
      (await stripe.events.list({ type: 'invoice.payment_action_required' })).data,
    ).not.toEqual([]);
    expect(await catchStripeError(stripe.invoices.pay(invoiceOf(owing).id ?? ''))).toMatchObject({
      code: 'invoice_payment_intent_requires_action',
    });
    await authenticatePayment(secretOf(owing), 'succeed');
    expect((await latest(subscription.id)).status).toBe('active');
  });

  test('needs no authentication for a card that the first payment set up', async () => {
    const subscription = await subscribe('pm_card_authenticationRequiredOnSetup');
    expect(subscription.status).toBe('incomplete');
    await authenticatePayment(secretOf(subscription), 'succeed');
    await renew(subscription.id);
    expect(await latest(subscription.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle' },
    });
  });

  test('is no longer collected once the subscription is canceled', async () => {
    const { id, customer } = await subscribe('pm_card_visa');
    const owner = { customer: String(customer) };
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', owner);
    await stripe.subscriptions.update(id, { default_payment_method: bad.id });
    await renew(id);
    await stripe.subscriptions.cancel(id);
    await advanceClock(20 * day);
    expect(await latest(id)).toMatchObject({
      status: 'canceled',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: null },
    });
    const gone = await subscribe('pm_card_visa');
    const { items } = gone;
    await advanceClock((items.data[0]?.current_period_end ?? 0) - (await readClock(store)));
    await stripe.customers.del(String(gone.customer));
    await advanceClock(20 * day);
    expect(await latest(gone.id)).toMatchObject({ latest_invoice: { status: 'draft' } });
  });

  test('does not happen when the subscription is set to end with its period', async () => {
    const { id, items } = await subscribe('pm_card_visa', { cancel_at_period_end: true });
    await renew(id);
    const ended = await latest(id);
    expect(ended).toMatchObject({
      status: 'canceled',
      cancel_at_period_end: true,
      ended_at: items.data[0]?.current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const [event] = (await stripe.events.list({ type: 'customer.subscription.deleted' })).data;
    expect(event).toMatchObject({
      created: ended.ended_at,
      request: { id: null, idempotency_key: null },
    });
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
  });
});
