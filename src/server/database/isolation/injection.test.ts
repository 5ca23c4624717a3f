import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { DbTransaction } from '#server/database/database.ts';
import { createPool } from '#server/database/driver/pools.ts';
import { sql, statement } from '#server/database/query.ts';
import { testDatabase } from '#server/database/test/database.ts';
import { readLogins } from '#server/database/test/logins.ts';
import { rowFactories } from '#server/database/test/rows.ts';
import { trusted } from './ids.ts';

/**
 * Tests what SQL can do that an attacker has injected into a statement of the application's role
 * (R-SEC-03, R-SEC-18).
 */
const database = await testDatabase();
const { owner } = database;
const { tenant, person, member, insert, give, price } = rowFactories(
  async (question, ...values) => (await owner.query(question, values)).rows,
);
const password_hash = '$argon2id$secret';
const account = () => person({ email: `${randomUUID()}@example.com`, password_hash });

const [mine, foreign] = [await tenant(), await tenant()];
for (const id of [mine, foreign]) await give(id, await price(1, 0));
const [me, fellow, stranger] = [await account(), await account(), await account()];
await member(mine, { user_id: me });
await member(mine, { user_id: fellow });
await member(foreign, { user_id: stranger });
const hashes = new Map<string, Buffer>();
for (const user_id of [me, fellow, stranger]) {
  const token_hash = randomBytes(32);
  hashes.set(user_id, token_hash);
  const expires_at = new Date(Date.now() + 3_600_000);
  await insert('sessions', { token_hash, user_id, expires_at });
  await insert('tokens', { token_hash, user_id, purpose: 'reset', expires_at });
}
const ofTenant = { subject: 'a', kind: 'buy', for_tenant: foreign };
await insert('billing_operations', ofTenant);

const { runtime } = await readLogins(owner);
const pool = createPool({ ...database.way(runtime.user, runtime.password), max: 1 });
afterAll(() => pool.end());

type Scope = <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
const scopes: Record<string, Scope> = {
  'a tenant': (work) => database.tenant(trusted.tenantId(mine), work),
  'a person': (work) => database.person(trusted.userId(me), work),
  'an account': (work) => database.account({ id: me }, work),
  'an account and a tenant': (work) =>
    database.tenant(trusted.tenantId(mine), (tx) => {
      tx.openAccount({ id: me });
      return work(tx);
    }),
  'the system': (work) => database.system(work),
};

type Ids = { id: string }[];
const ids = (tx: DbTransaction, text: string) =>
  tx.all(statement<{ id: string }>(sql.raw(text))).then((rows: Ids) => rows.map(({ id }) => id));

/** Returns what the statement reads; nothing when it fails. */
const attempt = async (scope: Scope, text: string): Promise<string[]> => {
  const done = scope((tx) => ids(tx, text));
  return done.catch(() => []);
};

const settings = ['tenant_id', 'user_id', 'account', 'system'];
const values = [
  foreign,
  stranger,
  `id:${stranger}`,
  'true',
  `${foreign}|9999999999|${'0'.repeat(64)}`,
];
/** Settings that open a scope, each with every value that might open a foreign one. */
const forgeries = settings.flatMap((setting) =>
  values.map((value) => `set_config('app.${setting}', '${value}', true)`),
);

describe.each(Object.entries(scopes))('SQL injected into the scope of %s', (name, scope) => {
  test('reads no account, session or token of another person', async () => {
    for (const table of ['sessions', 'tokens']) {
      const seen = await attempt(scope, `select user_id as id from ${table}`);
      expect(seen.filter((id) => id !== me)).toEqual([]);
    }
    const accounts = await attempt(scope, 'select id from users');
    expect(accounts).not.toContain(stranger);
    if (name.includes('account') || name.includes('system')) return;
    expect(accounts.toSorted()).toEqual([me, fellow].toSorted());
  });

  test('reads no password hash but that of the open account', async () => {
    expect(await attempt(scope, 'select password_hash as id from users')).toEqual([]);
    const read = await attempt(scope, 'select app.password_hash() as id');
    expect(read).toEqual([name.includes('account') ? password_hash : null]);
  });

  test('opens no foreign scope by setting it', async () => {
    const targets = [
      `select id from tenants where id = '${foreign}'`,
      `select id from memberships where tenant_id = '${foreign}'`,
      `select id from users where id = '${stranger}'`,
      `select user_id as id from sessions where user_id = '${stranger}'`,
      `select user_id as id from tokens where user_id = '${stranger}'`,
    ];
    if (name !== 'the system') targets.push('select id from billing_operations');
    const seen: string[] = [];
    for (const forgery of forgeries) {
      for (const target of targets) {
        const materialized = `with forged as materialized (select ${forgery})
          select it.id from forged, lateral (${target}) as it`;
        seen.push(...(await attempt(scope, materialized)));
        // Within one statement a policy may be evaluated before set_config; in a second statement it is
        // not.
        const behind = scope(async (tx) => {
          await ids(tx, `select ${forgery} as id`);
          return ids(tx, target);
        }).catch(() => []);
        seen.push(...(await behind));
      }
    }
    expect(seen).toEqual([]);
  });

  test('creates no operator, takes over no account and forges no session', async () => {
    const writes = [
      `update users set type = 0 returning id`,
      `update users set email = 'mine@example.com' returning id`,
      `update users set password_hash = 'mine' returning id`,
      `update users set first_name = 'x' where id = '${stranger}' returning id`,
      `insert into users (email, type) values ('new@example.com', 0) returning id`,
      `insert into sessions (token_hash, user_id, expires_at)
         values ('\\x00', '${stranger}', now() + interval '1 day') returning user_id as id`,
      `insert into sessions (token_hash, user_id, impersonator_id, expires_at)
         values ('\\x01', '${fellow}', '${me}', now() + interval '1 day') returning user_id as id`,
      `insert into tokens (token_hash, purpose, user_id, expires_at)
         values ('\\x02', 'reset', '${stranger}', now() + interval '1 day') returning user_id as id`,
      `update sessions set user_id = '${stranger}' returning user_id as id`,
      `delete from users where id = '${stranger}' returning id`,
      `update subscription_prices set price = 0 returning id`,
      `delete from subscription_products returning id`,
      `select app.claim_registered('${stranger}')::text as id`,
      `select app.issue_invitation('${stranger}', '\\x03', interval '1 day')::text as id`,
      `select app.delete_membership_references('${foreign}', '${stranger}')::text as id`,
      `select app.set_default_tenant_of_member('${stranger}')::text as id where app.tenant_id() is null and false`,
    ];
    for (const text of writes)
      expect({ text, done: await attempt(scope, text) }).toEqual({ text, done: [] });
  });

  test('creates no temporary table that shadows a real one', async () => {
    await expect(
      scope((tx) => tx.run(statement(sql.raw('create temporary table users (id uuid)')))),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('SQL injected outside of any scope (R-SEC-18)', () => {
  test('reads no account, session, token or payment', async () => {
    for (const table of ['users', 'sessions', 'tokens', 'billing_operations', 'memberships']) {
      const { rows } = await pool.query<{ seen: number }>(`select count(*) as seen from ${table}`);
      expect({ table, rows }).toEqual({ table, rows: [{ seen: 0 }] });
    }
  });

  test('neither reads the key of the scopes nor calls the functions that seal them', async () => {
    for (const text of [
      'select secret from app.scope_key',
      `select app.seal_setting('tenant_id', 'x')`,
      `select app.unseal_setting('tenant_id')`,
      'select password from app.credentials',
      'set role pregao_operator',
    ]) {
      await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('a seal is valid only for its scope, its kind and one minute', async () => {
  const seal = await database.tenant(trusted.tenantId(mine), (tx) =>
    tx.one(statement(sql<{ seal: string }>`select current_setting('app.tenant_id') as seal`)),
  );
  const opens = async (setting: string, value: string, expression: string) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select set_config($1, $2, true)', [setting, value]);
      const { rows } = await client.query<{ it: string }>(`select ${expression} as it`);
      return rows[0]?.it;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const forged = 'This scope was not opened by the server';
  expect(await opens('app.tenant_id', seal.seal, 'app.tenant_id()')).toBe(mine);
  expect(await opens('app.user_id', seal.seal, 'app.user_id()')).toBe(forged);
  expect(await opens('app.tenant_id', seal.seal.replace(mine, foreign), 'app.tenant_id()')).toBe(
    forged,
  );
  const { rows } = await owner.query<{ old: string }>(
    `select signed || '|' || app.seal_setting('tenant_id', signed) as old
     from (select $1 || '|' || extract(epoch from now())::bigint - 1 as signed) as it`,
    [mine],
  );
  expect(await opens('app.tenant_id', rows[0]?.old ?? '', 'app.tenant_id()')).toBe(
    'This scope has expired',
  );
});
