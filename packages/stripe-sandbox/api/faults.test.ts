import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { connectSdk, testApiKey, startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { sandbox, stripe } = await startTestSandbox();
const { hostname: host, port } = new URL(sandbox.apiBase);

/** Returns an SDK client with this number of retries and a short timeout. */
const clientWithTimeout = (maxNetworkRetries: number) => {
  const timeout = 300;
  const settings = { host, port, protocol: 'http', timeout, maxNetworkRetries } as const;
  return new Stripe(testApiKey, { ...settings, telemetry: false });
};

const named = async (name: string) =>
  (await sandbox.inspect()).customers.filter((customer) => customer.name === name).length;

test('applies a fault to exactly the given number of requests', async () => {
  await sandbox.setFaults({ next: ['500', '429'], count: 3 });
  const once = clientWithTimeout(0);
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

test('an empty list clears the remaining faults', async () => {
  await sandbox.setFaults({ next: ['500'], count: 100 });
  await sandbox.setFaults({ next: [], count: 1 });
  expect((await sandbox.inspect()).faults).toEqual([]);
  await expect(stripe.customers.list()).resolves.toBeDefined();
});

test('the SDK recovers from a failing provider by retrying, with one effect', async () => {
  await sandbox.setFaults({ next: ['500', 'reset'], count: 2 });
  const stubborn = clientWithTimeout(3);
  await stubborn.customers.create({ name: 'Broken' });
  expect(await named('Broken')).toBe(1);
});

test('a connection reset has no effect', async () => {
  // The SDK takes the first reset for a stale keep-alive connection and always retries.
  await sandbox.setFaults({ next: ['reset'], count: 2 });
  const once = clientWithTimeout(0);
  await expect(once.customers.create({ name: 'Reset' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  expect(await named('Reset')).toBe(0);
});

test('a timeout after success has an effect, and the retry returns the result', async () => {
  await sandbox.setFaults({ next: ['timeout-after-success'], count: 2 });
  const once = clientWithTimeout(0);
  await expect(once.customers.create({ name: 'Silent' })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
  expect(await named('Silent')).toBe(1);
  const stubborn = clientWithTimeout(2);
  const again = await stubborn.customers.create({ name: 'Repeated' }, { idempotencyKey: 'again' });
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await named('Repeated')).toBe(1);
});

test('a stored failure of a write is replayed with its key, as in Stripe', async () => {
  await sandbox.setFaults({ next: ['stored-500'], count: 1 });
  const stubborn = clientWithTimeout(2);
  await stubborn.customers.list();
  const create = (idempotencyKey: string) =>
    stubborn.customers.create({ name: 'Stored' }, { idempotencyKey });
  await expect(create('stored-1')).rejects.toMatchObject({ statusCode: 500 });
  expect(await named('Stored')).toBe(0);
  await expect(create('stored-1')).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  });
  await create('stored-2');
  expect(await named('Stored')).toBe(1);
});

test('rejects a request with a wrong key with 401 whatever the fault', async () => {
  await sandbox.setFaults({ next: ['500'], count: 1 });
  await expect(connectSdk(sandbox.apiBase, 'sk_test_other').customers.list()).rejects.toMatchObject(
    {
      statusCode: 401,
    },
  );
});
