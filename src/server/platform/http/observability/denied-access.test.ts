import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerOwner, testApplication } from '#server/test/application.ts';

/** Checks that denied access is logged (OWASP ASVS 5.0, 16.3.2, R-REL-07). */
const lines: string[] = [];
const product = await testApplication({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) });
const owner = await registerOwner(product);

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

const refusals = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'permission denied');
const ask = (url: string, headers: Record<string, string> = owner.headers) =>
  product.app.inject({ url, headers });

test('a refusal is logged in one line with user, route, code and request id', async () => {
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

test('access to another tenant is logged as well', async () => {
  await ask('/api/Transaction/GetAll', { ...owner.headers, 'x-tenant-key': randomUUID() });
  expect(refusals().map(({ code }) => code)).toEqual(['errors.notFound']);
});

test('successful and unauthenticated calls are not logged', async () => {
  await ask('/api/Transaction/GetAll');
  await ask('/api/Transaction/GetAll', { 'x-tenant-key': owner.tenant });
  await ask('/api/Transaction/GetAll', { authorization: owner.headers['authorization'] ?? '' });
  expect(refusals()).toEqual([]);
});

test('a session logs at most ten refusals a minute', async () => {
  vi.advanceTimersByTime(60_000);
  for (let times = 0; times < 15; times++) await ask('/api/Mail/Admin/GetFailed');
  expect(refusals()).toHaveLength(10);
  vi.advanceTimersByTime(60_000);
  await ask('/api/Mail/Admin/GetFailed');
  expect(refusals()).toHaveLength(11);
});
