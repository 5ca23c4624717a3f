import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { runAsActor } from '#server/platform/database/actor-context.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { secondConnections } from '#server/platform/database/test/one-connection.ts';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';
import { idempotencyTasks, beginRequest } from './idempotency.ts';

/** Checks that a request with an `Idempotency-Key` has one effect (R-SUB-21, decision 16). */
const product = await testApplication();
const { app, open } = product;
const owner = await registerOwner(product);

type Posted = { url: string; headers?: Record<string, string>; payload?: object };
const newKey = () => randomUUID();
const form = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
const create = (key: string, { payload = form, headers = owner.headers }: Partial<Posted> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/Transaction/Create',
    headers: { ...headers, 'idempotency-key': key },
    payload,
  });
const recorded = async ({ tenant }: TestMember = owner) => {
  const { rows } = await open.owner.query('select from transactions where tenant_id = $1', [
    tenant,
  ]);
  return rows.length;
};
/** Expires all holds, as if the process that held them had been killed some time ago. */
const letGo = () => open.owner.query('update app.keyed_requests set lease_ends_at = now()');

describe('An idempotency key (R-SUB-21)', () => {
  test('has one effect in 50 concurrent requests, besides 50 others with another body', async () => {
    const key = newKey();
    const before = await recorded();
    const sent = Array.from({ length: 100 }, (_, n) =>
      create(key, { payload: n % 2 ? form : { ...form, description: 'Something else' } }),
    );
    const answers = await Promise.all(sent);
    expect(await recorded()).toBe(before + 1);
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    expect(new Set(done.map(({ body }) => body)).size).toBe(1);
    expect(done.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    const others = answers.filter(({ statusCode }) => statusCode !== 200);
    const codes = new Set(
      others.map(({ statusCode, body }) => `${statusCode} ${JSON.parse(body).code}`),
    );
    const possible = ['409 errors.request.inProgress', '422 errors.request.keyReused'];
    expect([...codes].filter((code) => !possible.includes(code))).toEqual([]);
    expect(
      others.filter((one) => one.statusCode === 409 && one.headers['retry-after'] !== '1'),
    ).toEqual([]);
  });

  test('belongs to its sender and organization', async () => {
    const key = newKey();
    const other = await registerOwner(product);
    const answers = [await create(key), await create(key, { headers: other.headers })];
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await recorded(other)).toBe(1);
  });

  test('that is too short, too long or malformed is refused', async () => {
    for (const key of ['short', `${newKey()} ${newKey()}`, 'x'.repeat(201)]) {
      const answer = await create(key);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'errors.validation']);
    }
  });

  test('is free again after a refusal', async () => {
    const key = newKey();
    expect((await create(key, { payload: { ...form, description: '' } })).statusCode).toBe(400);
    const image = 'data:image/png;base64,AAAA';
    expect((await create(key, { payload: { ...form, image } })).statusCode).toBe(400);
    expect((await create(key)).statusCode).toBe(200);
  });

  test('replays nothing after the session ended', async () => {
    const key = newKey();
    const member = await registerOwner(product);
    expect((await create(key, { headers: member.headers })).statusCode).toBe(200);
    await member.api.accounts.logout();
    expect((await create(key, { headers: member.headers })).statusCode).toBe(401);
  });

  test('expires after a day', async () => {
    const [key, other] = [newKey(), newKey()];
    const ids = async (of: string) => [(await create(of)).json<{ id: string }>().id];
    const first = [await ids(key), await ids(other)];
    await open.owner.query(
      `update app.keyed_requests set created_at = now() - interval '25 hours'`,
    );
    expect(await ids(key)).not.toEqual(first[0]);
    await idempotencyTasks(open.owner)['requests.forget'](
      {},
      { attempt: 1, signal: AbortSignal.any([]) },
    );
    const { rows } = await open.owner.query<{ n: number }>(
      'select count(*) n from app.keyed_requests',
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect(await ids(other)).not.toEqual(first[1]);
  });
});

describe('The stored record of a request', () => {
  test('reveals neither the request nor the response (R-SEC-12)', async () => {
    const [key, email] = [newKey(), `${randomUUID()}@example.com`];
    const { id } = await createTestOrganization(product);
    const { rows } = await open.owner.query<{ token: string }>(
      `insert into join_links (tenant_id, token, active) values ($1, $2, true) returning token`,
      [id, randomUUID()],
    );
    await open.owner.query('update subscription_products set max_users = 0');
    const answer = await app.inject({
      method: 'POST',
      url: `/api/TenantUserInvitation/RequestAccess/${rows[0]?.token}`,
      headers: { 'idempotency-key': key },
      payload: { email, password: 'a secret of theirs', passwordConfirm: 'a secret of theirs' },
    });
    expect(answer.statusCode).toBe(200);
    const kept = await open.owner.query(
      `select encode(id, 'escape') || encode(digest, 'escape') || encode(reply, 'escape') as all
       from app.keyed_requests where status = 200`,
    );
    const text = JSON.stringify(kept.rows);
    for (const secret of [key, email, 'a secret of theirs', answer.json().id])
      expect(text).not.toContain(secret);
  });
});

describe('A process that is killed', () => {
  test('before its commit has no effect, and a retry succeeds', async () => {
    const name = { id: randomBytes(32), digest: randomBytes(32) };
    const [first, second] = [randomUUID(), randomUUID()];
    const before = await recorded();
    const writeAs = (attempt: string, meanwhile: () => Promise<unknown>) =>
      runAsActor({ user: null, impersonator: null, request: '', network: '', attempt }, () =>
        open.tenant(trusted.tenantId(owner.tenant), async (tx) => {
          await meanwhile();
          const { description, quantity, date } = form;
          const row = { tenant_id: owner.tenant, description, quantity, date, price: 250 };
          await tx.run(db.insertInto('transactions').values(row));
        }),
      );
    expect((await beginRequest(open, name, first)).verdict).toBe('go');
    expect((await beginRequest(open, name, second)).verdict).toBe('busy');
    await letGo();
    // The first attempt is still running and is overtaken: its later write is rejected.
    const late = writeAs(first, () => beginRequest(open, name, second));
    await expect(late).rejects.toMatchObject({ code: 'request.inProgress' });
    // The second attempt begins on a separate connection, in the middle of the first.
    expect(secondConnections()).toHaveLength(1);
    expect(await recorded()).toBe(before);
    await writeAs(second, () => Promise.resolve());
    await letGo();
    expect((await beginRequest(open, name, first)).verdict).toBe('lost');
    expect(await recorded()).toBe(before + 1);
  });

  test('after its commit has one effect, and a retry does not repeat it', async () => {
    const [key, before] = [newKey(), await recorded()];
    const keep = 'execute on function app.end_request(uuid, boolean, smallint, bytea)';
    await open.owner.query(`revoke ${keep} from pregao_runtime`);
    await create(key);
    await open.owner.query(`grant ${keep} to pregao_runtime`);
    expect((await create(key)).json()).toMatchObject({ code: 'errors.request.inProgress' });
    await letGo();
    const answer = await create(key);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'errors.request.answerLost']);
    expect(await recorded()).toBe(before + 1);
  });
});
