import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '#server/platform/database/query.ts';
import { applicationOverProxy } from '#server/platform/database/test/application-over-proxy.ts';
import type { ProxyState } from '#server/platform/database/test/proxy.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { watchCalls } from '#server/platform/http/observability/outages.ts';
import { figure, randomFrom, repetitions, seed } from '#tools/kit/seed.ts';
import { listen } from './listen.ts';
import { checkOut, createPool } from './pools.ts';

/** Tests a connection to the database that is silent, slow or cut (R-REL-01, R-SEC-15). */
const { app, direct, proxy, over, owner } = await applicationOverProxy();
const patience = { timeout: 25_000, interval: 50 };

const list = () =>
  app.inject({ method: 'GET', url: '/api/Transaction/GetAll', headers: owner.headers });
const create = (key: string) =>
  app.inject({
    method: 'POST',
    url: '/api/Transaction/Create',
    headers: { ...owner.headers, 'idempotency-key': key },
    payload: { description: key, quantity: 1, price: 1, date: '2026-03-01' },
  });
const login = () =>
  app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    payload: { email: `${randomUUID()}@example.com`, password: 'a wrong guess' },
  });
const ready = () => app.inject({ method: 'GET', url: '/health/ready' });
const statuses = async (...asked: ReturnType<typeof list>[]) =>
  (await Promise.all(asked)).map(({ statusCode }) => statusCode);

const now = sql`select now()`;

/** Returns the number of transactions that are idle and not ended. */
const stuck = async () => {
  const { rowCount } = await direct.owner.query(
    `select from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
  return rowCount;
};
const healthy = async () => {
  await expect.poll(() => statuses(list(), ready()), patience).toEqual([200, 200]);
};

await create(randomUUID());

describe('A silent connection', () => {
  test('is answered with 503, and the product recovers when new connections work', async () => {
    proxy.setState('silent');
    const asked = [list(), list(), create(randomUUID()), create(randomUUID()), login(), ready()];
    const answers = await Promise.all(asked);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 503));
    // An unavailable database is no internal error; the reply says when to retry.
    expect(answers[0]?.headers['retry-after']).toBe('1');
    proxy.setState('well');
    await healthy();
    expect(await statuses(...Array.from({ length: 30 }, list))).toEqual(Array(30).fill(200));
  });

  test('in the middle of a transaction fails within the timeout', async () => {
    const held = over.database.system(async (tx) => {
      await tx.one(now);
      proxy.setState('silent');
      await tx.one(now);
    });
    await expect(held).rejects.toMatchObject({ name: 'ConnectionLost' });
    proxy.setState('well');
    await healthy();
  });

  test('is detected by a listener', async () => {
    const heard: string[] = [];
    let began = 0;
    const deafen = listen(over.owner, 'half_open', {
      onNotification: (payload) => heard.push(payload),
      onListening: () => (began += 1),
      heartbeat: 300,
    });
    await expect.poll(() => began, patience).toBe(1);
    proxy.setState('silent');
    await direct.owner.query(`notify half_open, 'no listener receives this'`);
    await sleep(400);
    proxy.setState('well');
    await expect.poll(() => began, patience).toBe(2);
    await direct.owner.query(`notify half_open, 'again'`);
    await expect.poll(() => heard, patience).toEqual(['again']);
    await deafen();
  });
});

/** Returns a call that takes a connection of an empty pool, and the lines about outages that it causes. */
const recorded = (options: { max?: number; connectionTimeoutMillis?: number }) => {
  const lines: { msg: string; cause?: object }[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { outages } = createHttp({ logLevel: 'warn', logTo });
  const pool = createPool({ connectionString: proxy.url, ...options });
  onTestFinished(() => pool.end());
  const { take } = watchCalls({ take: () => checkOut(pool) }, outages, 'database');
  return { lines, take, outages };
};

test('a database that is silent and comes back is one line each way, with the limit (R-OPR-21)', async () => {
  const { lines, take } = recorded({});
  proxy.setState('silent');
  const reason = 'no answer within 2 s';
  for (const attempt of await Promise.allSettled([take(), take(), take()]))
    expect(attempt).toMatchObject({ reason: { message: `Database connection failed: ${reason}` } });
  proxy.setState('well');
  (await take()).release();
  (await take()).release();
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'database unavailable', cause: { reason } }),
    expect.objectContaining({ msg: 'database available again' }),
  ]);
});

test('a pool whose connections are all in use is no outage of the database (R-OPR-21)', async () => {
  const { lines, take, outages } = recorded({ max: 1, connectionTimeoutMillis: 300 });
  const held = await take();
  const failure: unknown = await take().catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('timeout exceeded') });
  outages.failed('database', failure);
  held.release();
  expect(lines).toEqual([]);
});

test('a slow connection only delays replies', async () => {
  proxy.setState('slow');
  expect(await statuses(list(), create(randomUUID()), list())).toEqual([200, 200, 200]);
  proxy.setState('well');
});

/**
 * Repeats a request under the same key until it succeeds, as clients do; returns the number of retries.
 */
const insist = async (key: string) => {
  for (let waited = 0; ; waited += 1) {
    const { statusCode, body } = await create(key);
    if (statusCode === 200) return waited;
    const { code } = JSON.parse(body) as { code: string };
    if (code === 'errors.request.answerLost') return waited;
    expect(['errors.unavailable', 'errors.request.inProgress']).toContain(code);
    await sleep(100);
  }
};

test('writes each record once over a connection that keeps breaking (R-REL-01, R-SUB-21)', async () => {
  const random = randomFrom(seed);
  const lines: ProxyState[] = ['silent', 'slow', 'cut', 'cut'];
  const keys: string[] = [];
  let waited = 0;
  for (let round = 0; round < repetitions(2, 100); round += 1) {
    const batch = Array.from({ length: 6 }, () => randomUUID());
    const writing = Promise.all(batch.map(insist));
    const reading = Promise.all(batch.map(list));
    await sleep(random() * 30);
    proxy.setState(lines[Math.floor(random() * lines.length)] ?? 'cut');
    await sleep(random() * 400);
    proxy.setState('well');
    // A request whose failure could not be recorded holds its key for 15 seconds.
    await direct.owner.query(
      'update app.keyed_requests set lease_ends_at = least(lease_ends_at, now())',
    );
    for (const { statusCode } of await reading) expect([200, 503]).toContain(statusCode);
    for (const times of await writing) waited += times;
    keys.push(...batch);
  }
  await healthy();
  const { rows } = await direct.owner.query<{ n: number }>(
    `select count(*)::int as n from transactions where description = any ($1) group by description`,
    [keys],
  );
  expect(rows.map(({ n }) => n)).toEqual(keys.map(() => 1));
  // The server ends abandoned transactions and releases their locks.
  await expect.poll(stuck, patience).toBe(0);
  figure('faults', `${keys.length} writes over a breaking line, ${waited} sent again: each once`);
});
