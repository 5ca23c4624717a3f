import { describe, expect, test } from 'vitest';
import { readClock, createStore } from '#sandbox/stripe/store/store.ts';
import {
  createMonthlyPrice,
  createPayingCustomer,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';
import { advanceClock, applyDueNow } from './advance.ts';

const { stripe, pool, store } = await startTestSandbox();
const day = 86_400;

const price = await createMonthlyPrice(stripe, 1_000);
const items = [{ price: price.id }];

describe('the clock', () => {
  test('applies everything in order, each at its own time', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const start = await readClock(store);
    const trial = await stripe.subscriptions.create({ customer, items, trial_period_days: 10 });
    const moments: number[] = [];
    await advanceClock(store, 45 * day, async (at) => void moments.push(at));
    expect(await readClock(store)).toBeGreaterThanOrEqual(start + 45 * day);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    const end = trial.trial_end ?? 0;
    expect(moments.slice(0, 3)).toEqual([end - 3 * day, end, end + 3_600]);
    const eventTypes = (await stripe.events.list({ limit: 100, created: { gt: start } })).data
      .filter(({ request }) => request?.id === null)
      .map(({ type, created }) => [type, created])
      .toReversed();
    expect(eventTypes.slice(0, 11)).toEqual([
      ['customer.subscription.trial_will_end', end - 3 * day],
      ['customer.subscription.updated', end],
      ['invoice.created', end],
      ['invoice.finalized', end + 3_600],
      ['payment_intent.created', end + 3_600],
      ['charge.succeeded', end + 3_600],
      ['payment_intent.succeeded', end + 3_600],
      ['invoice_payment.paid', end + 3_600],
      ['invoice.paid', end + 3_600],
      ['invoice.payment_succeeded', end + 3_600],
      ['customer.subscription.updated', expect.any(Number)],
    ]);
  });

  test('applies due changes by itself, and before a request that depends on them', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const trial = await stripe.subscriptions.create({ customer, items, trial_period_days: 10 });
    const move = (seconds: number) =>
      pool.query('update sandbox.clock set offset_seconds = offset_seconds + $1', [seconds]);
    await move(10 * day);
    expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe('trialing');
    expect(await applyDueNow(store)).toBe(true);
    expect(await applyDueNow(store)).toBe(false);
    expect((await stripe.subscriptions.retrieve(trial.id)).status).toBe('active');
    await move(3_600);
    await stripe.customers.update(customer, { name: 'Later' });
    const { data } = await stripe.invoices.list({ subscription: trial.id, limit: 1 });
    expect(data[0]).toMatchObject({
      status: 'paid',
      status_transitions: { paid_at: (trial.trial_end ?? 0) + 3_600 },
    });
  });

  test('can be moved by several processes concurrently, and everything happens once', async () => {
    const { id: customer } = await createPayingCustomer(stripe);
    const { id } = await stripe.subscriptions.create({ customer, items });
    const start = await readClock(store);
    const others = [createStore(pool), createStore(pool)];
    const moved = [store, ...others].flatMap((one) => [
      advanceClock(one, 70 * day),
      applyDueNow(one),
    ]);
    await Promise.all(moved);
    expect(await readClock(store)).toBeGreaterThanOrEqual(start + 70 * day);
    const { data } = await stripe.invoices.list({ subscription: id, limit: 100 });
    const starts = data.map(({ lines }) => lines.data[0]?.period.start);
    expect(new Set(starts).size).toBe(data.length);
    expect(data.length).toBeGreaterThanOrEqual(3);
    const payments = await stripe.paymentIntents.list({ customer, limit: 100 });
    expect(payments.data).toHaveLength(data.length);
    expect(new Set(payments.data.map(({ status }) => status))).toEqual(new Set(['succeeded']));
  });

  test('gives the same result in one step as in many', async () => {
    const subscribe = async () => {
      const { id: customer } = await createPayingCustomer(stripe);
      return stripe.subscriptions.create({ customer, items });
    };
    const paid = async (id: string) =>
      (await stripe.invoices.list({ subscription: id, limit: 100 })).data.map(
        ({ total, status, billing_reason: reason }) => [total, status, reason],
      );
    const one = await subscribe();
    await advanceClock(store, 100 * day);
    const first = await paid(one.id);
    const other = await subscribe();
    for (let step = 0; step < 10; step += 1) await advanceClock(store, 10 * day);
    expect(first.length).toBeGreaterThanOrEqual(4);
    expect((await paid(other.id)).slice(0, 4)).toEqual(first.slice(0, 4));
  });
});
