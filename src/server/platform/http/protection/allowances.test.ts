import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { testApplication } from '#server/test/application.ts';
import { allowances, type RouteKind } from './allowances.ts';
import { applyAllowances, createLimits } from './limits.ts';

/** Checks that every public route is limited per visitor and in total (R-SEC-15, decisions/0026). */
const product = await testApplication({ RATE_LIMITS: 'on', INSTANCES: '1' });

let visitors = 0;
/** Returns an address in an unused network. */
const newNetwork = () => `198.18.${Math.floor((visitors += 1) / 250)}.${visitors % 250}`;

/** Freezes the clock until the end of the test, so that all requests count in the same minute. */
const stopTheClock = () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
};

const get = (url: string, remoteAddress: string) => product.app.inject({ url, remoteAddress });

/** Returns the statuses of as many requests as the allowance permits in one minute. */
const spend = async (kind: RouteKind, path: string, from: string) => {
  const statuses = new Set<number>();
  for (let left: number = allowances[kind].perMinute; left > 0;) {
    const atOnce = Math.min(left, allowances[kind].open.visitor);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => get(path, from)));
    for (const { statusCode } of answers) statuses.add(statusCode);
    left -= atOnce;
  }
  return statuses;
};

test.each([
  ['page', '/nothing'],
  ['file', '/files/nothing.png'],
  ['call', '/api/User/GetSessions'],
  ['hub', '/hub'],
  ['reference', '/api/docs/'],
] as const)(
  'answers 429 with Retry-After beyond the allowance of a kind of routes: %s, %s',
  async (kind, path) => {
    stopTheClock();
    const [from, other] = [newNetwork(), newNetwork()];
    expect(await spend(kind, path, from)).not.toContain(429);
    const refused = await get(path, from);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'errors.tooManyRequests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(path, other)).statusCode).not.toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await get(path, from)).statusCode).not.toBe(429);
  },
);

test('does not limit health probes', async () => {
  stopTheClock();
  const from = newNetwork();
  for (let left: number = allowances.call.perMinute; left >= 0; left -= 100) {
    const live = Array.from({ length: 100 }, () => get('/health/live', from));
    const answers = await Promise.all([...live, get('/health/ready', from)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
});

describe('unanswered requests', () => {
  const { visitor: mostOfVisitor, total } = allowances.reference.open;

  /** Starts a server with a route that replies only when the test releases it. */
  const openServer = () => {
    const app = createHttp({ logLevel: 'silent' });
    onTestFinished(() => app.close());
    applyAllowances(app, createLimits(product.open.owner, []));
    const { promise: gate, resolve: answerAll } = Promise.withResolvers<void>();
    app.get('/slow', { config: { kind: 'reference' } }, async () => {
      await gate;
      return {};
    });
    const ask = (remoteAddress: string) => app.inject({ url: '/slow', remoteAddress });
    return { ask, answerAll };
  };

  test('are limited per visitor: the next one is answered 429 and other visitors are served', async () => {
    const { ask, answerAll } = openServer();
    const [from, other] = [newNetwork(), newNetwork()];
    const open = Array.from({ length: mostOfVisitor }, () => ask(from));
    await new Promise(setImmediate);
    const refused = await ask(from);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    open.push(ask(other));
    answerAll();
    const statuses = (await Promise.all(open)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask(from)).statusCode).toBe(200);
  });

  test('are limited in total: the next one is answered 503 with Retry-After', async () => {
    const { ask, answerAll } = openServer();
    const networks = Array.from({ length: total / mostOfVisitor }, newNetwork);
    const open = networks.flatMap((from) => Array.from({ length: mostOfVisitor }, () => ask(from)));
    await new Promise(setImmediate);
    const refused = await ask(newNetwork());
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    answerAll();
    const statuses = (await Promise.all(open)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask(newNetwork())).statusCode).toBe(200);
  });
});

test("counts calls of unknown routes, but none of a page's loaders, because the page was counted", async () => {
  stopTheClock();
  const from = newNetwork();
  expect(await spend('call', '/api/nothing', from)).toEqual(new Set([404]));
  expect((await get('/api/nothing', from)).statusCode).toBe(429);
  const asVisitor = product.callerOf({}, from).products.getAll();
  await expect(asVisitor).rejects.toMatchObject({ code: 'tooManyRequests' });
  const asLoader = product.loaderCallerOf({}, from).products.getAll();
  await expect(asLoader).resolves.not.toHaveLength(0);
});
