import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createPayingTenant,
  recurringPricesOf,
  connectToSandbox,
  reconcileAllNow,
} from '#server/billing/payments/test/fixtures.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { sandbox, stripe } = await connectToSandbox(product);
const [price = ''] = await recurringPricesOf(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
const operator = await signInOperator(product);
const events = operator.api.providerEvents;

const patience = { timeout: 20_000, interval: 50 };

test('the operator sees events with their organization, paged and newest first', async () => {
  const { tenant, customer } = await createPayingTenant(product, stripe);
  await stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 3 });
  await reconcileAllNow(product);
  const { items, next } = await events.getAllOfAll({ query: { limit: 2 } });
  expect(items).toHaveLength(2);
  const rest = await events.getAllOfAll({ query: { limit: 1_000, cursor: next ?? '' } });
  const all = [...items, ...rest.items];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ receivedAt }) => receivedAt)).toEqual(
    all
      .map(({ receivedAt }) => receivedAt)
      .toSorted()
      .toReversed(),
  );
  const about = all.filter((event) => event.customer === customer);
  expect(about.map(({ type }) => type)).toContain('customer.subscription.created');
  expect(new Set(about.map((event) => event.tenant?.id))).toEqual(new Set([tenant]));
  expect(about.filter(({ settledAt }) => settledAt === null)).toEqual([]);
});

test('events are filtered by state, type, organization and day (R-LST-09)', async () => {
  const { tenant, customer } = await createPayingTenant(product, stripe);
  const other = await createPayingTenant(product, stripe);
  for (const each of [customer, other.customer]) {
    await stripe.subscriptions.create({ customer: each, items: [{ price }], trial_period_days: 3 });
  }
  await reconcileAllNow(product);
  const { rows } = await product.open.owner.query<{ name: string }>(
    'update tenants set name = $2 where id = $1 returning name',
    [tenant, `Zq${randomUUID().slice(0, 8)}`],
  );
  const query = { search: rows[0]?.name ?? '', type: ['customer.subscription.created'] };
  const found = async (more: object = {}) =>
    (await events.getAllOfAll({ query: { ...query, ...more } })).items;
  expect(await found()).toMatchObject([
    { customer, type: 'customer.subscription.created', tenant: { id: tenant } },
  ]);
  const all = await found({ type: undefined, sort: 'createdAt', descending: 'false' });
  expect(all.length).toBeGreaterThan(1);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all.map(({ createdAt }) => createdAt).toSorted(),
  );
  const [{ settledAt, createdAt } = expect.fail('No event')] = await found();
  const state = settledAt ? 'settled' : 'waiting';
  expect(await found({ state })).toHaveLength(1);
  expect(await found({ state: ['failing'] })).toEqual([]);
  expect(await found({ state: ['unknown'] })).toEqual([]);
  const day = createdAt.slice(0, 10);
  expect(await found({ createdAtFrom: day, createdAtTo: day })).toHaveLength(1);
  expect(await found({ createdAtTo: '2020-01-01' })).toEqual([]);
});

test('the operator sees why an event fails and repeats it after a repair', async () => {
  const { customer } = await createPayingTenant(product, stripe);
  const { id: plan } = await stripe.products.create({ name: 'Foreign' });
  const foreign = await stripe.prices.create({
    product: plan,
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
  });
  const items = [{ price: foreign.id }];
  const { id } = await stripe.subscriptions.create({ customer, items, trial_period_days: 3 });
  await reconcileAllNow(product);
  const failing = async () =>
    (await events.getAllOfAll({ query: { failed: 'true' } })).items.filter(
      (event) => event.customer === customer,
    );
  await expect.poll(failing, patience).not.toEqual([]);
  const [event] = await failing();
  expect(event).toMatchObject({ settledAt: null, lastError: expect.stringContaining(foreign.id) });

  await stripe.subscriptions.cancel(id);
  await events.replay({ params: { id: event?.id ?? '' } });
  await expect.poll(failing, patience).toEqual([]);
});

test('an unknown event can’t be repeated', async () => {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  await expect(events.replay({ params: { id } })).rejects.toMatchObject({ code: 'notFound' });
});
