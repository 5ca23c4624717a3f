import { expect, test } from 'vitest';
import { startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { sandbox, stripe, pool } = await startTestSandbox();

const day = 86_400;
const moveTo = (offset: number) =>
  pool.query('update sandbox.clock set offset_seconds = $1', [offset]);

test('the clock shows real time plus the offset by which it was moved', async () => {
  const { now } = await sandbox.inspect();
  expect(Math.abs(now - Date.now() / 1_000)).toBeLessThan(60);
  await moveTo(30 * day);
  const later = await sandbox.inspect();
  expect(later.now - now).toBeGreaterThanOrEqual(30 * day);
  const { created } = await stripe.customers.create({});
  expect(created).toBeGreaterThanOrEqual(later.now);
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  expect(event?.created).toBe(created);
});

test('forgets an idempotency key after a day', async () => {
  const key = { idempotencyKey: 'daily' };
  await moveTo(0);
  const first = await stripe.customers.create({ name: 'Daily' }, key);
  await moveTo(day - 60);
  expect(await stripe.customers.create({ name: 'Daily' }, key)).toEqual(first);
  await moveTo(day + 60);
  const next = await stripe.customers.create({ name: 'Daily' }, key);
  expect(next.id).not.toBe(first.id);
});
