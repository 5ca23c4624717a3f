import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { sdk, secretKey, testSandbox } from './test-sandbox.ts';

const { sandbox, stripe } = await testSandbox();
const { hostname: host, port } = new URL(sandbox.apiBase);

/** The SDK with as many tries as told, and little patience. */
const impatient = (maxNetworkRetries: number) => {
  const timeout = 300;
  const settings = { host, port, protocol: 'http', timeout, maxNetworkRetries } as const;
  return new Stripe(secretKey, { ...settings, telemetry: false });
};

const named = async (name: string) =>
  (await sandbox.inspect()).customers.filter((customer) => customer.name === name).length;

test('a fault is met by exactly so many requests', async () => {
  await sandbox.fail({ next: ['500', '429'], count: 3 });
  const once = impatient(0);
  const outcomes: (number | undefined)[] = [];
  for (let at = 0; at < 4; at += 1) {
    const failed: unknown = await once.customers.list().then(
      () => undefined,
      (error: unknown) => error,
    );
    outcomes.push((failed as { statusCode?: number } | undefined)?.statusCode);
  }
  expect(outcomes).toEqual([500, 429, 500, undefined]);
});

test('none clears what was left', async () => {
  await sandbox.fail({ next: ['500'], count: 100 });
  await sandbox.fail({ next: [], count: 1 });
  expect((await sandbox.inspect()).faults).toEqual([]);
  await expect(stripe.customers.list()).resolves.toBeDefined();
});

test('the SDK gets over a broken provider by itself, and acts once', async () => {
  await sandbox.fail({ next: ['500', 'reset'], count: 2 });
  const stubborn = impatient(3);
  await stubborn.customers.create({ name: 'Broken' });
  expect(await named('Broken')).toBe(1);
});

test('a connection that breaks leaves nothing done', async () => {
  // The SDK always takes the first for a connection that was kept too long, and asks again.
  await sandbox.fail({ next: ['reset'], count: 2 });
  const once = impatient(0);
  await expect(once.customers.create({ name: 'Reset' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  expect(await named('Reset')).toBe(0);
});

test('a provider that acts and never answers has acted; the next try hears of it', async () => {
  await sandbox.fail({ next: ['timeout-after-success'], count: 2 });
  const once = impatient(0);
  await expect(once.customers.create({ name: 'Silent' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  expect(await named('Silent')).toBe(1);
  const stubborn = impatient(2);
  const again = await stubborn.customers.create({ name: 'Repeated' }, { idempotencyKey: 'again' });
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await named('Repeated')).toBe(1);
});

test('a request that Stripe would not know the sender of is told so whatever the fault', async () => {
  await sandbox.fail({ next: ['500'], count: 1 });
  await expect(sdk(sandbox.apiBase, 'sk_test_other').customers.list()).rejects.toMatchObject({
    statusCode: 401,
  });
});
