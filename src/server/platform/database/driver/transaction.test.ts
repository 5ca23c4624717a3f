import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '#server/platform/database/database.ts';
import { trusted, type TenantId } from '#server/platform/database/isolation/ids.ts';
import type { Login } from '#server/platform/database/lifecycle/logins.ts';
import { sql, type Compilable } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { readLogins, testScopes } from '#server/platform/database/test/logins.ts';
import { secondConnections } from '#server/platform/database/test/one-connection.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { DatabaseUnavailable, TransactionConflict } from './errors.ts';
import { createPool } from './pools.ts';

const opened = await testDatabase();
const { owner } = opened;
const tenants = Array.from({ length: 8 }, () => trusted.tenantId(randomUUID()));
const pools: Pool[] = [];
const scopes = await testScopes(owner);

const ask = <R>(...template: Parameters<typeof sql<R>>): Compilable<R> => sql<R>(...template);
const whose = ask<{ tenant_id: string }>`select tenant_id from owned`;
const scope = ask<{ tenant: string | null; person: string | null; session: number }>`
  select app.tenant_id() as tenant, app.user_id() as person, pg_backend_pid() as session`;

/** Creates the scopes over so few connections that all clients share them. */
async function scopesOver(max: number) {
  const logins = await readLogins(owner);
  const poolOf = ({ user, password }: Login) => {
    const pool = createPool({ ...opened.way(user, password), pipeline: true, max });
    pools.push(pool);
    return pool;
  };
  const [runtime, operator] = [poolOf(logins.runtime), poolOf(logins.operator)];
  return { runtime, ...createDatabase({ runtime, accounts: runtime, operator }, scopes) };
}

beforeAll(async () => {
  await owner.query(`
    create table owned (
      tenant_id uuid not null,
      id uuid not null default app.uuid7(),
      n integer not null default 0,
      primary key (tenant_id, id)
    );
    call app.protect_tenant_table('owned');
    create table counters (name text primary key, n integer not null default 0);
    grant select, insert, update on counters to pregao_runtime`);
  for (const tenant of tenants) {
    await owner.query('insert into owned select $1 from generate_series(1, 5)', [tenant]);
  }
});

afterAll(() => Promise.all(pools.map((pool) => pool.end())));

describe('Many clients on few connections (R-SEC-03)', () => {
  const failures: ((tenant: TenantId) => Compilable)[] = [
    () => ask`select 1 / 0`,
    () => ask`select nothing`,
    () => ask`insert into owned (tenant_id) values (${randomUUID()})`,
    (tenant) => ask`insert into owned values (${tenant}, null)`,
  ];

  test('never see rows or the scope of each other, whatever fails in between', async () => {
    const database = await scopesOver(3);
    const foreign: unknown[] = [];
    const dice = (sides: number): number => Math.floor(Math.random() * sides);

    async function visit(): Promise<void> {
      const tenant = tenants[dice(tenants.length)] as TenantId;
      const failing = failures[dice(failures.length)] as (typeof failures)[number];
      const look = async (rows: Promise<{ tenant_id: string }[]>): Promise<void> => {
        for (const { tenant_id } of await rows) if (tenant_id !== tenant) foreign.push(tenant_id);
      };
      const visits = [
        () => database.tenant(tenant, (tx) => look(tx.all(whose))),
        async () => look(database.tenantRead(tenant, whose).then(([rows]) => rows)),
        () => database.tenant(tenant, (tx) => tx.all(failing(tenant))),
        () => database.tenantRead(tenant, whose, failing(tenant), whose),
        () =>
          database.tenant(tenant, async (tx) => {
            await Promise.all([look(tx.all(whose)), tx.run(failing(tenant)), look(tx.all(whose))]);
          }),
        () =>
          database.tenant(tenant, async (tx) => {
            await look(tx.all(whose));
            throw new Error('changed my mind');
          }),
        () => database.person(trusted.userId(tenant), (tx) => tx.all(whose)).then(keep),
        () => database.system((tx) => tx.all(whose)).then(keep),
        () => database.queryUnscoped(whose).then(keep),
      ];
      const keep = (rows: unknown[]): void => void foreign.push(...rows);
      await visits[dice(visits.length)]?.().catch(() => undefined);
    }

    async function client(): Promise<void> {
      for (let visits = 0; visits < repetitions(30, 200); visits += 1) await visit();
    }
    await Promise.all(Array.from({ length: 32 }, client));
    expect(foreign).toEqual([]);
    expect(await database.queryUnscoped(scope)).toMatchObject([{ tenant: null, person: null }]);
  });

  test('keep a connection after a failed statement', async () => {
    const database = await scopesOver(1);
    let connections = 0;
    database.runtime.on('connect', () => (connections += 1));
    for (const failing of failures) {
      const tenant = tenants[0] as TenantId;
      const attempt = database.tenant(tenant, async (tx) => {
        await Promise.all([tx.all(whose), tx.all(failing(tenant)), tx.all(whose)]);
      });
      await expect(attempt).rejects.toBeInstanceOf(DatabaseError);
      // PostgreSQL refuses a write in a read as a standby does, and the pool replaces the connection.
      if (failures.indexOf(failing) > 1) continue;
      const read = database.tenantRead(tenant, whose, failing(tenant), whose);
      await expect(read).rejects.toBeInstanceOf(DatabaseError);
    }
    expect(await database.queryUnscoped(scope)).toMatchObject([{ tenant: null, person: null }]);
    expect(connections).toBe(1);
  });

  test('count correctly or get a conflict', async () => {
    await owner.query(`insert into counters values ('a'), ('b')`);
    const add = (tx: { run: (query: Compilable) => Promise<number> }, name: string) =>
      tx.run(ask`update counters set n = n + 1 where name = ${name}`);
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
    let holding = 0;
    const meet = (first: string, second: string): Promise<number> =>
      opened.system(async (tx) => {
        await add(tx, first);
        holding += 1;
        if (holding === 2) resolve();
        await bothHoldOne;
        return add(tx, second);
      });
    const met = await Promise.allSettled([meet('a', 'b'), meet('b', 'a')]);
    const refused = met.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(TransactionConflict);
    const { rows } = await owner.query('select n from counters');
    expect(rows).toEqual([{ n: 1 }, { n: 1 }]);
  });
});

describe('An unavailable database', () => {
  /** Terminates a session and waits until it is gone. */
  const cutOff = async (session: number) => {
    await owner.query('select pg_terminate_backend($1::int)', [session]);
    const left = 'select from pg_stat_activity where pid = $1';
    await expect.poll(async () => (await owner.query(left, [session])).rowCount).toBe(0);
  };

  test('is distinguished from a bug when a connection breaks during a transaction', async () => {
    const database = await scopesOver(1);
    const cut = database.system(async (tx) => {
      const { session } = await tx.one(scope);
      await cutOff(session);
      return tx.all(whose);
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    const own = database.system(async (tx) => {
      const { session } = await tx.one(scope);
      await cutOff(session);
      throw new Error('my own');
    });
    await expect(own).rejects.toThrow('my own');
    const slow = database
      .system((tx) => Promise.all([tx.all(scope), tx.all(ask`select pg_sleep(9)`)]))
      .catch((error: unknown) => error);
    const sleeping = `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(9)%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await owner.query(sleeping)).rowCount).toBe(1);
    expect(await slow).toBeInstanceOf(DatabaseUnavailable);
    expect(await database.queryUnscoped(ask`select 1 as one`)).toEqual([{ one: 1 }]);
    // This test terminates a connection with a second one.
    expect(secondConnections()).not.toEqual([]);
  });

  test('has no free connection', async () => {
    const database = await scopesOver(1);
    // Once the only connection is open, so that the wait is for a free one.
    await database.queryUnscoped(scope);
    database.runtime.options.connectionTimeoutMillis = 50;
    const refused = database.system(() => database.queryUnscoped(scope));
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(secondConnections()).toHaveLength(1);
  });

  test('is unreachable', async () => {
    const pool = createPool({ host: '/nowhere' });
    const database = createDatabase({ runtime: pool, accounts: pool, operator: pool }, scopes);
    await expect(database.queryUnscoped(scope)).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test('ends transactions that stay idle', async () => {
    const limits = await opened.queryUnscoped(ask`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`);
    expect(limits).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '5000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });
});

// There are none through a pooler that does not track statements.
const { prepare } = inject('testCluster');

describe('A prepared statement', () => {
  test.runIf(prepare)('survives a change of its table', async () => {
    const database = await scopesOver(1);
    const all = ask`select * from counters where name = 'none'`;
    await database.queryUnscoped(all);
    await owner.query('alter table counters add column since timestamptz');
    await expect(database.queryUnscoped(all)).rejects.toBeInstanceOf(TransactionConflict);
    expect(await database.queryUnscoped(all)).toEqual([]);
  });

  test("survives a value that can't be serialized", async () => {
    const database = await scopesOver(1);
    const json = (value: unknown): Compilable => ask`select ${value}::jsonb as value`;
    const circle: { self?: unknown } = {};
    circle.self = circle;
    await expect(database.queryUnscoped(json(circle))).rejects.toThrow('circular');
    expect(await database.queryUnscoped(json({ fine: true }))).toEqual([{ value: { fine: true } }]);
  });

  test('has no name where `prepare` is off', async () => {
    const { user: username, password } = (await readLogins(owner)).runtime;
    const url = Object.assign(new URL(opened.ownerUrl), { username, password });
    const pool = createPool({ connectionString: url.href, pipeline: true, max: 1, prepare: false });
    pools.push(pool);
    const database = createDatabase({ runtime: pool, accounts: pool, operator: pool }, scopes);
    const [tenant] = tenants as [TenantId];
    await database.tenantRead(tenant, whose);
    await database.tenant(tenant, (tx) => tx.all(whose));
    expect(await database.queryUnscoped(ask`select name from pg_prepared_statements`)).toEqual([]);
  });

  test.runIf(prepare)('is prepared once per connection, whatever its values', async () => {
    const database = await scopesOver(1);
    const [tenant] = tenants as [TenantId];
    for (const n of [1, 2, 3]) await database.tenantRead(tenant, ask`select ${n}::int as n`);
    const prepared = ask`
      select from pg_prepared_statements where statement = ${'select $1::int as n'}`;
    expect(await database.queryUnscoped(prepared)).toHaveLength(1);
  });
});
