import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { seededRandom } from '#server/billing/payments/test/random-actions.ts';
import { createDatabase, type TenantId } from '#server/platform/database/database.ts';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { sql } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { readLogins, testScopes } from '#server/platform/database/test/logins.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
import { trusted } from './ids.ts';

/**
 * Tests that tenants share connections but never a scope, however transactions end (R-SEC-03). `LONGRUN=all`
 * sends 50,000 requests.
 */
const { owner, way } = await testDatabase();
const clients = 64;
const requests = repetitions(640, 50_000);

const { accounts } = await readLogins(owner);
const scopes = await testScopes(owner);
const pool = createPool({
  ...way(accounts.user, accounts.password),
  max: 4,
  pipeline: true,
  // No timeout: the machine may be slow.
  connectionTimeoutMillis: 0,
});
afterAll(() => pool.end());
const database = createDatabase({ runtime: pool, accounts: pool, operator: pool }, scopes);

await owner.query(`
  create table planted (
    tenant_id uuid not null,
    id uuid not null default app.uuid7(),
    primary key (tenant_id, id)
  );
  call app.protect_tenant_table('planted')`);
const tenants = [trusted.tenantId(randomUUID()), trusted.tenantId(randomUUID())];
await owner.query(
  'insert into planted (tenant_id) select tenant from unnest($1::uuid[]) as tenant, generate_series(1, 5)',
  [tenants],
);

type Note = { tenant_id: string };
const everything = sql<Note>`select tenant_id from planted`;
const aborted = new Error('The work gave up');

/** Kinds of requests; each selects all rows without a filter and reports what it saw. */
type Request = (tenant: TenantId, see: (rows: Note[]) => void) => Promise<unknown>;
const kinds: Record<string, Request> = {
  reads: (tenant, see) => database.tenant(tenant, async (tx) => see(await tx.all(everything))),
  'reads at once': async (tenant, see) => {
    const lists = await database.tenantRead(tenant, everything, everything);
    for (const rows of lists) see(rows);
  },
  writes: (tenant, see) =>
    database.tenant(tenant, async (tx) => {
      await tx.run(sql`update planted set id = id`);
      see(await tx.all(everything));
    }),
  'gives up': (tenant, see) =>
    database.tenant(tenant, async (tx) => {
      see(await tx.all(everything));
      throw aborted;
    }),
  'gives up before an answer': (tenant) =>
    database.tenant(tenant, async (tx) => {
      void tx.all(everything).catch(() => undefined);
      throw aborted;
    }),
  fails: (tenant, see) =>
    database.tenant(tenant, async (tx) => {
      see(await tx.all(everything));
      await tx.run(sql`select 1 / 0`);
    }),
  'loses its connection': (tenant, see) =>
    database.tenant(tenant, async (tx) => {
      see(await tx.all(everything));
      await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`);
    }),
};
const names = Object.keys(kinds);

test('no request sees rows of another tenant, whatever its connection did before', async () => {
  const random = seededRandom(seed);
  const seen = { own: 0, foreign: 0, unscoped: 0, aborted: 0 };
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const tenant = random.pick(tenants);
      // A lost connection takes long: one in a hundred.
      const name = random.next() < 0.01 ? 'loses its connection' : random.pick(names.slice(0, -1));
      const see = (rows: Note[]) => {
        const own = rows.filter((row) => row.tenant_id === tenant).length;
        seen.own += own;
        seen.foreign += rows.length - own;
      };
      await kinds[name]?.(tenant, see).catch(() => (seen.aborted += 1));
      if (random.next() < 0.1) seen.unscoped += (await database.queryUnscoped(everything)).length;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  expect(seen).toMatchObject({ foreign: 0, unscoped: 0 });
  expect(seen.own).toBeGreaterThan(requests);
  expect(seen.aborted).toBeGreaterThan(requests / 10);
  expect(pool.totalCount).toBeLessThanOrEqual(4);
  figure(
    'rls',
    `${requests} requests of ${clients} clients for 2 tenants on 4 connections, ` +
      `${seen.aborted} aborted: ${seen.own} rows seen, ${seen.foreign} foreign`,
  );
});

// Settings of a session do not reach the nodes of Citus.
const { isCitus } = inject('testCluster');
test.skipIf(isCitus)('the test detects a scope that outlives its transaction', async () => {
  let foreign = 0;
  const careless = async (tenant: TenantId) => {
    await pool.query(`select set_config('app.tenant_id', $1, false)`, [tenant]);
    const { rows } = await pool.query<Note>('select tenant_id from planted');
    foreign += rows.filter((row) => row.tenant_id !== tenant).length;
  };
  await Promise.all(
    Array.from({ length: clients }, (_, index) => careless(tenants[index % 2] as TenantId)),
  );
  expect(foreign).toBeGreaterThan(0);
});
