import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerOwner, testProduct } from '#server/testing.ts';

/** Whoever asks for what they have no right to is seen in the log (OWASP ASVS 5.0, 16.3.2). */
const lines: string[] = [];
const product = await testProduct({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
const owner = await registerOwner(product);

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

const refusals = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'refused for want of a right');
const ask = (url: string, headers: Record<string, string> = owner.headers) =>
  product.app.inject({ url, headers });

test('A refusal is one line: who, where, why, and which request', async () => {
  const { headers } = await ask('/api/Mail/Admin/GetFailed');
  expect(refusals()).toEqual([
    expect.objectContaining({
      reqId: headers['x-request-id'],
      user: owner.user.id,
      route: 'GET /api/Mail/Admin/GetFailed',
      code: 'errors.access.operator',
    }),
  ]);
});

test('So is asking for another tenant', async () => {
  await ask('/api/Transaction/GetAll', { ...owner.headers, 'x-tenant-key': randomUUID() });
  expect(refusals().map(({ code }) => code)).toEqual(['errors.notFound']);
});

test('What is no want of a right is no line', async () => {
  await ask('/api/Transaction/GetAll');
  await ask('/api/Transaction/GetAll', { 'x-tenant-key': owner.tenant });
  await ask('/api/Transaction/GetAll', { authorization: owner.headers['authorization'] ?? '' });
  expect(refusals()).toEqual([]);
});

test('However often a session asks, ten lines a minute are all', async () => {
  vi.advanceTimersByTime(60_000);
  for (let times = 0; times < 15; times++) await ask('/api/Mail/Admin/GetFailed');
  expect(refusals()).toHaveLength(10);
  vi.advanceTimersByTime(60_000);
  await ask('/api/Mail/Admin/GetFailed');
  expect(refusals()).toHaveLength(11);
});
