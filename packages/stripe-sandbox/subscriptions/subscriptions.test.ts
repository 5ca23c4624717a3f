import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { sandbox, stripe } = await startTestSandbox();
const day = 86_400;

const paid = await createMonthlyPrice(stripe, 1_000);
const higherPrice = await createMonthlyPrice(stripe, 3_000);
const free = await createMonthlyPrice(stripe, 0);

const newCustomer = async () => ({ customer: (await createPayingCustomer(stripe, null)).id });

/** Subscribes a new customer to one price. */
async function subscribe(price: Stripe.Price, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  return stripe.subscriptions.create({
    ...(await newCustomer()),
    items: [{ price: price.id }],
    ...more,
  });
}

describe('a trial', () => {
  test('starts without a card, charges nothing and ends after its days', async () => {
    const trial = await subscribe(paid, {
      trial_period_days: 14,
      metadata: { tenantId: 't1' },
      expand: ['latest_invoice', 'items.data.price.product', 'default_payment_method'],
    });
    const { now } = await sandbox.inspect();
    expect(trial).toMatchObject({
      status: 'trialing',
      cancel_at_period_end: false,
      currency: 'usd',
      default_payment_method: null,
      metadata: { tenantId: 't1' },
      trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
      latest_invoice: {
        status: 'paid',
        total: 0,
        billing_reason: 'subscription_create',
        number: expect.stringMatching(/^[0-9A-Z]{8}-0001$/),
      },
    });
    const [item] = trial.items.data;
    expect(item).toMatchObject({ quantity: 1, price: { id: paid.id, product: { name: 'Pro' } } });
    expect(trial.trial_end).toBe((trial.trial_start ?? 0) + 14 * day);
    expect(Math.abs((trial.trial_start ?? 0) - now)).toBeLessThan(60);
    expect(item?.current_period_end).toBe(trial.trial_end);
    expect(trial.billing_cycle_anchor).toBe(trial.trial_end);
  });

  test('records events for the subscription, its customer and its invoice', async () => {
    await subscribe(paid, { trial_period_days: 1 });
    expect(await lastEventTypes(stripe, 8)).toEqual([
      'customer.created',
      'customer.subscription.created',
      'customer.updated',
      // Sent at least three days before the trial's end.
      'customer.subscription.trial_will_end',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  test('can end at a given time, but not in the past and not in two ways', async () => {
    const { now } = await sandbox.inspect();
    const until = now + 3 * day;
    expect(await subscribe(paid, { trial_end: until })).toMatchObject({ trial_end: until });
    expect(await catchStripeError(subscribe(paid, { trial_end: now - 1 }))).toMatchObject({
      statusCode: 400,
      param: 'trial_end',
    });
    const both = { trial_end: until, trial_period_days: 3 };
    expect(await catchStripeError(subscribe(paid, both))).toMatchObject({ statusCode: 400 });
  });

  test('changes price and end without a charge', async () => {
    const trial = await subscribe(paid, { trial_period_days: 14 });
    const [item] = trial.items.data;
    const until = (trial.trial_end ?? 0) + day;
    const changed = await stripe.subscriptions.update(trial.id, {
      items: [{ id: item?.id ?? '', price: higherPrice.id }],
      trial_end: until,
    });
    expect(changed).toMatchObject({ status: 'trialing', trial_end: until });
    expect(changed.items.data[0]).toMatchObject({
      id: item?.id,
      price: { id: higherPrice.id },
      plan: { id: higherPrice.id },
      current_period_end: until,
    });
    const [event] = (await stripe.events.list({ limit: 1 })).data;
    expect(event).toMatchObject({
      type: 'customer.subscription.updated',
      data: { previous_attributes: { trial_end: trial.trial_end, items: expect.anything() } },
    });
  });

  test("can't end early into a paid price without a payment method", async () => {
    const trial = await subscribe(paid, { trial_period_days: 14 });
    expect(
      await catchStripeError(stripe.subscriptions.update(trial.id, { trial_end: 'now' })),
    ).toMatchObject({
      message: expect.stringContaining('no attached payment source'),
    });
    const { status } = await stripe.subscriptions.retrieve(trial.id);
    expect(status).toBe('trialing');
  });
});

describe('without a trial', () => {
  test('activates a free price immediately for its period', async () => {
    const subscription = await subscribe(free, { expand: ['latest_invoice'] });
    expect(subscription).toMatchObject({
      status: 'active',
      trial_end: null,
      latest_invoice: { status: 'paid', total: 0 },
    });
    const [item] = subscription.items.data;
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / day;
    expect([28, 29, 30, 31]).toContain(days);
  });

  test('requires a payment method for a paid price', async () => {
    const customer = await newCustomer();
    const items = [{ price: paid.id }];
    expect(
      await catchStripeError(stripe.subscriptions.create({ ...customer, items })),
    ).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: expect.stringContaining('This customer has no attached payment source'),
    });
    expect((await stripe.subscriptions.list(customer)).data).toEqual([]);
    expect((await stripe.events.list({ limit: 1 })).data[0]?.type).toBe('customer.created');
  });

  test('waits for the payment of a paid price with default_incomplete', async () => {
    const waiting = await subscribe(paid, {
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice'],
    });
    expect(waiting).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', amount_due: 1_000, amount_remaining: 1_000 },
    });
    const ended = await stripe.subscriptions.cancel(waiting.id, { expand: ['latest_invoice'] });
    expect(ended).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });

  test('accepts only active recurring prices of one currency', async () => {
    const product = String(paid.product);
    const once = await stripe.prices.create({ product, currency: 'usd', unit_amount: 1 });
    expect(await catchStripeError(subscribe(once))).toMatchObject({ param: 'items[0][price]' });
    const retired = await createMonthlyPrice(stripe, 5);
    await stripe.prices.update(retired.id, { active: false });
    expect(await catchStripeError(subscribe(retired))).toMatchObject({
      message: expect.stringContaining('inactive'),
    });
    const first = await subscribe(paid, { trial_period_days: 14 });
    const euro = await createMonthlyPrice(stripe, 100, 'eur');
    const second = {
      customer: String(first.customer),
      items: [{ price: euro.id }],
      trial_period_days: 14,
    };
    expect(await catchStripeError(stripe.subscriptions.create(second))).toMatchObject({
      message: expect.stringContaining('cannot combine currencies'),
    });
  });
});

describe('the end of a subscription', () => {
  test('is immediate on cancellation and happens once', async () => {
    const subscription = await subscribe(paid, { trial_period_days: 14 });
    const ended = await stripe.subscriptions.cancel(subscription.id, {
      cancellation_details: { comment: 'Too much', feedback: 'too_expensive' },
    });
    expect(ended).toMatchObject({
      status: 'canceled',
      ended_at: ended.canceled_at,
      cancellation_details: { comment: 'Too much', feedback: 'too_expensive' },
    });
    expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.deleted']);
    expect(await catchStripeError(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(
      await catchStripeError(stripe.subscriptions.update(subscription.id, { description: 'x' })),
    ).toMatchObject({ message: expect.stringContaining('canceled subscription') });
  });

  test('can be scheduled for the end of the period and undone', async () => {
    const { id, trial_end: end } = await subscribe(paid, { trial_period_days: 14 });
    const announced = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(announced).toMatchObject({
      status: 'trialing',
      cancel_at: end,
      cancel_at_period_end: true,
      canceled_at: expect.any(Number),
    });
    expect(await stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({
      cancel_at: end,
      cancel_at_period_end: true,
    });
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
    });
  });

  test("follows the customer's deletion", async () => {
    const { id, customer } = await subscribe(paid, { trial_period_days: 14 });
    await stripe.customers.del(String(customer));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
    expect(await lastEventTypes(stripe, 2)).toEqual([
      'customer.subscription.deleted',
      'customer.deleted',
    ]);
  });

  test('removes it from the list unless ended ones are requested', async () => {
    const { id, customer } = await subscribe(paid, { trial_period_days: 14 });
    const second = await stripe.subscriptions.create({
      customer: String(customer),
      items: [{ price: free.id }],
    });
    await stripe.subscriptions.cancel(id);
    const ids = async (status?: 'all' | 'canceled' | 'ended') => {
      const { data } = await stripe.subscriptions.list({ customer: String(customer), status });
      return data.map((subscription) => subscription.id);
    };
    expect(await ids()).toEqual([second.id]);
    expect(await ids('all')).toEqual([second.id, id]);
    expect(await ids('canceled')).toEqual([id]);
    expect(await ids('ended')).toEqual([id]);
  });
});
