/**
 * Migrates a Citus of a coordinator and two workers that an earlier release distributed
 * (`npm run longrun -- cluster`). Skipped unless `CITUS` names a PostgreSQL with Citus.
 */
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { findIsolationViolations } from '#server/database/isolation/catalog.ts';
import {
  distributeTables,
  readUnplacedTables,
  referenceTables,
  tenantTables,
} from '#server/database/lifecycle/distribute.ts';
import { migrate, readMigrations, withSchemaLock } from '#server/database/lifecycle/migrate.ts';
import { hasCitus, startNode } from '#tools/kit/citus.ts';
import { joinNodes } from '#tools/kit/databases.ts';
import { figure } from '#tools/kit/seed.ts';

/** Last migration of the first release that distributes tables in their present form (decision 41). */
const first = '0052_fellows.sql';
const ports = [7_310, 7_311, 7_312];

/** Counts the tables that are in their places. */
const placed = `
  select count(*)::int as count from pg_dist_partition
  where logicalrelid::text = any ($1) or logicalrelid::text in (select name from (${tenantTables}) as tables)`;

describe.skipIf(!hasCitus)('A distributed database', () => {
  test('takes the migrations of later releases, with organizations in it (R-REL-06)', async () => {
    await using stack = new AsyncDisposableStack();
    const nodes = await Promise.all(ports.map((port) => startNode(stack, port)));
    const urls = nodes.map(({ url }) => url);
    await joinNodes(urls);
    const client = new Client({ connectionString: urls[0] });
    await client.connect();
    stack.defer(() => client.end());

    await withSchemaLock(client, async () => {
      await migrate(client, { through: first });
      expect(await distributeTables(client)).toBe(true);
    });
    await client.query(
      `insert into tenants (name, subdomain) select 'Tenant ' || n, 'tenant-' || n from generate_series(1, 20) as n`,
    );
    await withSchemaLock(client, async () => {
      const applied = await migrate(client);
      const names = readMigrations().map(({ name }) => name);
      expect(applied).toEqual(names.slice(names.indexOf(first) + 1));
      expect(await distributeTables(client)).toBe(true);
      figure('cluster', `${applied.length} migrations of a distributed database`);
    });

    expect(await readUnplacedTables(client)).toEqual([]);
    const { rows } = await client.query<{ count: number }>(placed, [referenceTables]);
    expect(rows[0]?.count).toBeGreaterThan(referenceTables.length);
    expect(await findIsolationViolations(client)).toEqual([]);
    const kept = await client.query('select from tenants');
    expect(kept.rowCount).toBeGreaterThanOrEqual(20);
  }, 600_000);
});
