import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { refusalOf } from '#server/identity/factors/test/factors.ts';
import { causeOf } from '#server/platform/error-cause.ts';
import { hubServerUrl } from '#server/platform/realtime/test/client.ts';
import { createStripeClient } from '#server/platform/stripe/client.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';

/** Checks that a request refused because of the server leaves a line with its cause (R-OPR-16). */
const lines: string[] = [];
const product = await testApplication(
  { LOG_LEVEL: 'warn', RATE_LIMITS: 'on' },
  { write: (line) => lines.push(line) },
);
const { app, open } = product;
const member = await registerOwner(product);

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

const refused = () =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; cause: object; [field: string]: unknown })
    .filter(({ msg }) => msg === 'request refused');

/** Makes every write of a table fail with this SQLSTATE while the work runs. */
const failing = async (table: string, sqlstate: string, work: () => Promise<void>) => {
  // One by one: Citus repeats each on its nodes.
  await open.owner.query(`
    create function app.fail() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = '${sqlstate}'; end $$`);
  await open.owner.query(
    `create trigger a_fails before insert or update on ${table} for each row execute function app.fail()`,
  );
  await work().finally(() => open.owner.query(`drop function app.fail cascade`));
};

const write = () =>
  app.inject({
    method: 'POST',
    url: '/api/Transaction/Create',
    headers: member.headers,
    payload: { description: 'on a full disk', quantity: 1, price: 1, date: '2026-03-01' },
  });

test.each(['53100', '25006'])(
  'a write that the database refuses with %s is one line with request, route and cause (R-OPR-16)',
  async (code) =>
    failing('transactions', code, async () => {
      const { statusCode, headers } = await write();
      expect(statusCode).toBe(503);
      expect(refused()).toEqual([
        expect.objectContaining({
          reqId: headers['x-request-id'],
          route: 'POST /api/Transaction/Create',
          status: 503,
          cause: { code, reason: 'could not extend file: No space left on device' },
        }),
      ]);
      expect(lines.join('')).not.toContain('on a full disk');
    }),
);

test('an attempt that can’t be counted leaves its cause, too (R-OPR-16)', () =>
  failing('app.rate_limits', '53100', async () => {
    const body = { email: member.user.email, password: 'a wrong password' };
    const { status } = await refusalOf(product.anyone.accounts.login({ body }));
    expect(status).toBe(503);
    expect(refused().map(({ cause }) => cause)).toEqual([
      { code: '53100', reason: 'could not extend file: No space left on device' },
    ]);
  }));

test('an unavailable payment provider is one line with what it answered (R-OPR-16)', async () => {
  const operator = await signInOperator(product);
  const refusing = createServer((_request, response) =>
    response.writeHead(401).end('{"error":{"message":"Invalid API Key provided: sk_test_*x"}}'),
  );
  await once(refusing.listen(0, '127.0.0.1'), 'listening');
  const { port } = refusing.address() as AddressInfo;
  for (const apiBase of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
    product.context.stripe = createStripeClient({ secretKey: 'sk_test_x', apiBase, timeout: 900 });
    await refusalOf(operator.api.products.compare());
  }
  refusing.closeAllConnections();
  refusing.close();
  expect(refused().map(({ status, cause }) => [status, cause])).toEqual([
    [502, expect.objectContaining({ status: 401, reason: expect.stringContaining('Invalid API') })],
    [502, expect.objectContaining({ code: 'ECONNREFUSED' })],
  ]);
});

test.each([
  ['authorize(bytea, uuid, boolean)', 'localhost'],
  ['find_tenant(text, text)', 'elsewhere.example'],
])('a socket that is refused because %s fails is one line, too (R-OPR-16)', async (name, host) => {
  const path = `/hub?access_token=${member.headers['authorization']?.slice('Bearer '.length)}`;
  const headers = { host, connection: 'Upgrade', upgrade: 'websocket' };
  const url = await hubServerUrl(product);
  await open.owner.query(`alter function app.${name} rename to away`);
  try {
    const [answer] = await once(get(`${url}${path}`, { headers }), 'response');
    expect((answer as IncomingMessage).statusCode).toBe(503);
  } finally {
    await open.owner.query(
      `alter function app.away(${name.split('(')[1]} rename to ${name.split('(')[0]}`,
    );
  }
  expect(refused()).toEqual([
    expect.objectContaining({
      route: 'GET /hub',
      status: 503,
      cause: expect.objectContaining({ code: '42883' }),
    }),
  ]);
});

test('a connection that breaks is named by its reason, without the code of our refusal', () => {
  const cause = new Error('Connection terminated unexpectedly');
  expect(causeOf(new Failure('unavailable', { cause }))).toEqual({ reason: cause.message });
});

test('a cause fills at most five lines a second (R-OPR-16)', () =>
  failing('transactions', '53100', async () => {
    vi.advanceTimersByTime(1_000);
    for (let times = 0; times < 8; times += 1) expect((await write()).statusCode).toBe(503);
    expect(refused()).toHaveLength(5);
    expect(refused().at(-1)).toHaveProperty('more');
    vi.advanceTimersByTime(1_000);
    await write();
    expect(refused()).toHaveLength(6);
  }));
