import { describe, expect, test } from 'vitest';
import { testApplication } from '#server/test/application.ts';
import { syncBillingClock } from './start-payments.ts';
import {
  connectToSandbox,
  createPayingTenant,
  type PayingTenant,
  reconcileAllNow,
  recurringPricesOf,
  sentNotifications,
} from './test/fixtures.ts';

const product = await testApplication();
const { owner } = product.open;
const { sandbox, stripe } = await connectToSandbox(product);
const [price = ''] = await recurringPricesOf(product);
await product.app.listen({ host: '127.0.0.1', port: 0 });

const deliver = (mode: 'normal' | 'off') => sandbox.setDeliveryMode({ mode, delaySeconds: 0 });

const followAdvancedClock = async (days: number) => {
  await sandbox.advance(days * 86_400);
  await syncBillingClock(owner, sandbox);
};

/** Creates a tenant with a paid monthly plan, and its receipt. */
const createSubscriber = async () => {
  const payer = await createPayingTenant(product, stripe);
  const { customer } = payer;
  await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const { data } = await stripe.paymentMethods.list({ customer });
  await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: data[0]?.id ?? '',
  });
  await sandbox.whenDelivered();
  await reconcileAllNow(product);
  await expect.poll(() => receiptsOf(payer)).toHaveLength(1);
  return payer;
};

const receiptsOf = async (payer: PayingTenant) =>
  (await sentNotifications(product, payer)).causes.filter((cause) => cause.startsWith('paid:'));

const readUntil = async () => {
  const { rows } = await owner.query<{ at: Date }>(
    'select read_until as at from app.provider_event_reads',
  );
  return rows[0]?.at.getTime() ?? 0;
};

const eventsInInbox = async (customer: string) => {
  const { rowCount } = await owner.query(
    'select from provider_events where customer_id = $1 and type = $2',
    [customer, 'customer.updated'],
  );
  return rowCount;
};

describe('Events that were lost (R-SUB-02)', () => {
  test('are fetched by the scheduled run', async () => {
    const payer = await createSubscriber();
    await deliver('off');
    await followAdvancedClock(32);
    await deliver('normal');
    await reconcileAllNow(product);
    await expect.poll(() => receiptsOf(payer)).toHaveLength(2);
  });

  test('are fetched after a newer event of another customer was delivered', async () => {
    const payer = await createSubscriber();
    const other = await createPayingTenant(product, stripe);
    await deliver('off');
    await followAdvancedClock(32);
    await deliver('normal');
    await stripe.customers.update(other.customer, { name: 'Later' });
    await sandbox.whenDelivered();
    await expect.poll(() => eventsInInbox(other.customer)).toBe(1);
    expect(await receiptsOf(payer)).toHaveLength(1);
    await reconcileAllNow(product);
    await expect.poll(() => receiptsOf(payer)).toHaveLength(2);
  });

  test('are read again after a run that failed, and by two runs at once', async () => {
    const payer = await createSubscriber();
    const before = await readUntil();
    await deliver('off');
    await followAdvancedClock(32);
    await sandbox.setFaults({ next: ['500'], count: 100 });
    await owner.query(
      `select app.add_job('payments.sweep', '{}', job_key => 'failing', max_attempts => 1)`,
    );
    const failure = async () => {
      const { rows } = await owner.query<{ last_error: string | null }>(
        `select last_error from graphile_worker.jobs where key = 'failing'`,
      );
      return rows[0]?.last_error ?? null;
    };
    await expect.poll(failure, { timeout: 20_000 }).not.toBeNull();
    expect(await readUntil()).toBe(before);
    await sandbox.setFaults({ next: [], count: 0 });
    await Promise.all([reconcileAllNow(product), reconcileAllNow(product)]);
    await expect.poll(() => receiptsOf(payer)).toHaveLength(2);
    expect(await readUntil()).toBeGreaterThan(before);
  });
});
