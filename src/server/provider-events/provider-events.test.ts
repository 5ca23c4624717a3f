import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createPayingTenant,
  recurringPricesOf,
  connectToSandbox,
  reconcileAllNow,
} from '#server/payments/test/fixtures.ts';
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
