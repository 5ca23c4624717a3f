import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testProduct } from '#server/testing.ts';
import { allowances, type RouteKind } from './allowances.ts';
import { createHttp } from './http.ts';
import { limitArrivals, openLimits } from './limits.ts';

/** Every public route is bounded, per visitor and in total (decisions/0026). */
const product = await testProduct({ RATE_LIMITS: 'on', INSTANCES: '1' });

let visitors = 0;
/** A network that nobody has come from yet. */
const newNetwork = () => `198.18.${Math.floor((visitors += 1) / 250)}.${visitors % 250}`;

/** Until the end of the test the minute in which requests are counted is one. */
const stopTheClock = () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
};

const get = (url: string, remoteAddress: string) => product.app.inject({ url, remoteAddress });

/** The statuses that a visitor is answered who asks as often as the allowance permits in a minute. */
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
  ['call', '/api/nothing'],
  ['reference', '/api/openapi.json'],
] as const)(
  'a visitor beyond the allowance of a kind of routes is answered 429 with Retry-After: %s, %s',
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

test('probes are not limited', async () => {
  stopTheClock();
  const from = newNetwork();
  for (let n = 0; n < 30; n += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => get(n % 10 ? '/health/live' : '/health/ready', from)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
});

describe('requests that are not answered yet', () => {
  const { visitor: mostOfVisitor, total } = allowances.reference.open;

  /** A server with a route whose answers wait until the test lets them go. */
  const openServer = () => {
    const app = createHttp({ logLevel: 'silent' });
    onTestFinished(() => app.close());
    limitArrivals(app, openLimits(product.open.owner, []));
    const { promise: gate, resolve: answerAll } = Promise.withResolvers<void>();
    app.get('/slow', { config: { kind: 'reference' } }, async () => {
      await gate;
      return {};
    });
    const ask = (remoteAddress: string) => app.inject({ url: '/slow', remoteAddress });
    return { ask, answerAll };
  };

  test('are bounded for one visitor: the next one is answered 429, others are served', async () => {
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

  test('are bounded in total: the next one is answered 503 with Retry-After', async () => {
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

test('what the loaders of a page ask for is not counted: its own request was', async () => {
  stopTheClock();
  const from = newNetwork();
  await spend('call', '/api/nothing', from);
  const asVisitor = product.callerOf({}, from).products.getAll();
  await expect(asVisitor).rejects.toMatchObject({ code: 'tooManyRequests' });
  const asLoader = product.loaderCallerOf({}, from).products.getAll();
  await expect(asLoader).resolves.not.toHaveLength(0);
});
