import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';
import { readConfig } from '#server/config.ts';
import { DatabaseUnavailable } from '#server/platform/database/driver/errors.ts';
import { loaderCallerOf } from '#server/platform/http/contract/in-process.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { registerPages } from './pages.ts';

/**
 * Checks the load of many visitors, and of few visitors with many requests (R-SEC-15, decisions/0026).
 */
const app = createHttp({ logLevel: 'silent' });
const { site } = readConfig({});
const noCalls = createApiClient(routes, async () => ({ status: 503, link: null, body: null }));
/** Number of renders: each one requests a caller once. */
let renderings = 0;
let forget = () => {};

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['tools/build.ts']);
  const apiFor = () => {
    renderings += 1;
    return noCalls;
  };
  const origin = () => 'https://pregao.example';
  // Few, because each that waits is rendered.
  const waiting = { visitor: 5, total: 20 };
  ({ forget } = await registerPages(app, { dev: false, site, origin, apiFor, waiting }));
}, 180_000);
afterAll(() => app.close());

let networks = 0;
const newNetwork = () => `198.19.${Math.floor((networks += 1) / 250)}.${networks % 250}`;
const get = (url: string, remoteAddress = newNetwork()) => app.inject({ url, remoteAddress });
const statusesOf = (answers: { statusCode: number }[]) =>
  new Set(answers.map(({ statusCode }) => statusCode));
/** Returns the number of renders during this work. */
const renderingsOf = async (work: () => Promise<unknown>) => {
  const before = renderings;
  await work();
  return renderings - before;
};

describe('a cached page', () => {
  test.each(['/contact', '/account/login', '/app/dashboard'])(
    'is rendered once for hundreds of concurrent visitors: %s',
    async (url) => {
      forget();
      const visit = async () => {
        const answers = await Promise.all(Array.from({ length: 300 }, () => get(url)));
        expect(statusesOf(answers)).toEqual(new Set([200]));
        expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      };
      expect(await renderingsOf(visit)).toBe(1);
    },
  );

  test('is rendered for the others after the first visitor disconnects', async () => {
    forget();
    const { address, port } = await listening();
    const left = new AbortController();
    const url = `http://${address}:${port}/contact`;
    const first = fetch(url, { signal: left.signal }).catch(() => null);
    const others = Array.from({ length: 5 }, () => fetch(url));
    await expect.poll(() => renderings).toBeGreaterThan(0);
    left.abort();
    await first;
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('stays cached whatever variants of its URL are requested', async () => {
    await get('/contact');
    await get('/contact');
    const visitors = async () => {
      // More than the cache holds of pages that were requested once.
      for (let n = 0; n < 60; n += 1) await get(`/contact?product=plan-${n}`);
    };
    expect(await renderingsOf(visitors)).toBe(60);
    expect(await renderingsOf(() => get('/contact'))).toBe(0);
  });

  test('serves HEAD and GET', async () => {
    await get('/contact');
    const head = () => app.inject({ method: 'HEAD', url: '/contact' });
    expect(await renderingsOf(head)).toBe(0);
    expect((await head()).body).toBe('');
  });
});

test('a page whose data is unavailable answers 503 with Retry-After, not 500', async () => {
  const page = await get('/account/register');
  expect(page.statusCode).toBe(503);
  expect(page.headers['retry-after']).toBe('1');
  expect(page.headers['content-type']).toContain('text/html');
});

test('a page that a call refuses leaves the lines of the call, and none of its own (R-OPR-16)', async () => {
  const lines: string[] = [];
  const lost = createHttp({ logLevel: 'warn', logTo: { write: (line) => lines.push(line) } });
  lost.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/')) throw new DatabaseUnavailable('lost');
  });
  const origin = () => 'https://pregao.example';
  const apiFor = () => loaderCallerOf(lost, {}, newNetwork());
  await registerPages(lost, { dev: false, site, origin, apiFor });
  for (let visits = 0; visits < 10; visits += 1) {
    expect((await lost.inject('/terms')).statusCode).toBe(503);
  }
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(new Set(messages)).toEqual(new Set(['request refused']));
  await lost.close();
});

describe('uncached pages', () => {
  test('wait in a bounded queue: a visitor with too many gets 429, others are served', async () => {
    const greedy = newNetwork();
    const many = Array.from({ length: 10 }, (_, n) => get(`/pricing?visit=${n}`, greedy));
    const others = Array.from({ length: 10 }, (_, n) => get(`/pricing?other=${n}`));
    const answers = await Promise.all(many);
    expect(statusesOf(answers)).toEqual(new Set([200, 429]));
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('1');
    expect(refused?.json()).toMatchObject({ code: 'errors.tooManyRequests' });
    expect(statusesOf(await Promise.all(others))).toEqual(new Set([200]));
  });

  test('answer 503 with Retry-After when too many wait in total', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => get(`/pricing?visit=${n}`)),
    );
    expect(statusesOf(answers)).toEqual(new Set([200, 503]));
    const refused = answers.find(({ statusCode }) => statusCode === 503);
    expect(refused?.headers['retry-after']).toBe('1');
    expect((await get('/pricing?visit=later')).statusCode).toBe(200);
  });
});

const listening = async () => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const bound = app.server.address();
  if (typeof bound !== 'object' || !bound) throw new Error('Server is not listening');
  return bound;
};
