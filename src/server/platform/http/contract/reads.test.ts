import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { applicationOverProxy } from '#server/platform/database/test/application-over-proxy.ts';
import { countLockWaits } from '#server/platform/database/test/lock-waits.ts';
import { countStatements } from '#server/platform/database/test/statement-count.ts';
import { registerOwner } from '#server/test/application.ts';

/**
 * Checks that a GET call of a member is authorized and answered in one transaction (decision 32), and that
 * refused callers receive no rows (R-SEC-01, R-SEC-02).
 */
const { hear, during } = countStatements();
const product = await applicationOverProxy({ hear, silence: 20_000 });
const { app, direct, owner } = product;
const { owner: keeper } = direct;

const ask = (url: string, headers: Record<string, string> = owner.headers) =>
  app.inject({ url, headers });
const list = '/api/Transaction/GetAll';
const form = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
const create = (description: string) =>
  app.inject({
    method: 'POST',
    url: '/api/Transaction/Create',
    headers: owner.headers,
    payload: { ...form, description },
  });
const { id } = (await create('The first')).json<{ id: string }>();

const { isCitus } = inject('testCluster');
// begin, authorization, rows, commit.
const inOneTransaction = { statements: 4, roundTrips: 1 };
// On Citus the coordinator finds the session and its user, and the node is not behind this proxy (R-REL-12).
const ofTenantRows = isCitus ? { statements: 1, roundTrips: 1 } : inOneTransaction;
beforeAll(async () => {
  // Until the pool to the node is open, the coordinator reads.
  await vi.waitFor(async () => {
    const { statements } = await during(() => ask(list));
    if (statements !== ofTenantRows.statements) throw new Error(`${statements} statements`);
  }, 20_000);
});

describe('Round trips to the database', () => {
  test.each([
    ['a list', list, ofTenantRows],
    ['a record', `/api/Transaction/Get/${id}`, ofTenantRows],
    ['the list of members', `/api/TenantUsers/GetAll/${owner.tenant}`, inOneTransaction],
  ])('one for %s: authorization and rows', async (_what, url, once) => {
    expect(await during(() => ask(url))).toEqual(once);
    expect(await during(() => ask(url))).toEqual(once);
  });

  test('two for a write: authorization, then the write', async () => {
    // Authorization; begin, tenant, actor, row, currency, commit.
    expect(await during(() => create('The second'))).toEqual({ statements: 7, roundTrips: 2 });
  });
});

/** Locks the table during this work, so that reads of it wait. */
const holding = async (work: (query: (text: string) => Promise<unknown>) => Promise<unknown>) => {
  const lock = await keeper.connect();
  try {
    await lock.query('begin; lock table transactions in access exclusive mode');
    await work((text) => lock.query(text));
    await lock.query('commit');
  } finally {
    lock.release();
  }
};
const waiting = () => countLockWaits(keeper);

describe('A refused caller', () => {
  /** Returns the status and the body, without the id of the request. */
  const refusalOf = async (headers: Record<string, string>) => {
    const answer = await ask(list, headers);
    const { requestId: _id, ...body } = answer.json<Record<string, unknown>>();
    return { status: answer.statusCode, headers: Object.keys(answer.headers), body };
  };
  const unknownTenant = '00000000-0000-4000-8000-000000000000';

  test('gets the same response whether there are rows or not', async () => {
    const guest = await registerOwner(product, { plan: 'Starter' });
    const tooLow = () => refusalOf(guest.headers);
    const without = await tooLow();
    expect(without).toMatchObject({ status: 403 });
    await keeper.query(
      `insert into transactions (tenant_id, description, quantity, price, date)
       values ($1, 'Hidden', 1, 1, '2026-03-01')`,
      [guest.tenant],
    );
    expect(await tooLow()).toEqual(without);
    const stranger = { ...guest.headers, 'x-tenant-key': owner.tenant };
    expect(await refusalOf(stranger)).toEqual(
      await refusalOf({ ...guest.headers, 'x-tenant-key': unknownTenant }),
    );
  });

  test('is authorized before reading from the second call on', async () => {
    const stranger = { ...owner.headers, 'x-tenant-key': unknownTenant };
    const unknown = { ...owner.headers, authorization: 'Bearer sx_nobody' };
    expect(await during(() => ask(list, unknown))).toEqual(ofTenantRows);
    expect(await during(() => ask(list, unknown))).toEqual({ statements: 1, roundTrips: 1 });
    await ask(list, stranger);
    await holding(async () => {
      const answers = await Promise.all([ask(list, stranger), ask(list, unknown)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 401]);
    });
  });
});

test('validation errors are reported only after authentication', async () => {
  const wrong = [`${list}?limit=none`, `${list}?cursor=none`];
  const errorsFor = async (headers: Record<string, string>) =>
    (await Promise.all(wrong.map((url) => ask(url, headers)))).map(({ statusCode }) => statusCode);
  expect(await errorsFor(owner.headers)).toEqual([400, 400]);
  expect(await errorsFor({ ...owner.headers, authorization: 'Bearer sx_nobody' })).toEqual([
    401, 401,
  ]);
});

// On Citus each node has a snapshot of its own.
test.skipIf(isCitus)('authorization and rows belong to one snapshot', async () => {
  const before = (await ask(list)).json<unknown[]>();
  const answered = Promise.withResolvers<unknown[]>();
  await holding(async (query) => {
    void ask(list).then((answer) => answered.resolve(answer.json<unknown[]>()));
    while ((await waiting()) === 0) await sleep(5);
    await query(
      `insert into transactions (tenant_id, description, quantity, price, date)
       values ('${owner.tenant}', 'Later', 1, 1, '2026-03-02')`,
    );
  });
  expect(await answered.promise).toEqual(before);
  expect((await ask(list)).json<unknown[]>()).toHaveLength(before.length + 1);
});
