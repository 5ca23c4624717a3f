import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { withConnection, databaseUrl, dropTestDatabases } from '#server/database/test/cluster.ts';
import { rowFactories } from '#server/database/test/rows.ts';
import { withSchemaLock, migrate, readMigrations } from './migrate.ts';

const { adminUrl, template } = inject('testCluster');

/** Fills a database of an earlier release, applies the other migrations and looks at the result. */
async function upgrade<T>(
  lastMigration: number,
  fill: (client: Client) => Promise<T>,
  look: (client: Client, filled: T) => Promise<void>,
): Promise<void> {
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  onTestFinished(() => dropTestDatabases({ adminUrl, template: name }));
  await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
  const through = readMigrations()[lastMigration - 1]?.name ?? '';
  await withConnection(databaseUrl(adminUrl, name), async (client) => {
    await withSchemaLock(client, () => migrate(client, { through }));
    const filled = await fill(client);
    await withSchemaLock(client, () => migrate(client));
    await look(client, filled);
  });
}

test('a pending change of plan limits the seats after an upgrade (R-REL-06, R-MEM-05)', async () => {
  const seats = async (client: Client, tenant: string) =>
    (await client.query(`select app.seats('${tenant}') as seats`)).rows[0].seats;
  await upgrade(
    46,
    async (client) => {
      const { tenant, price, give, insert } = rowFactories(
        async (sql, ...values) => (await client.query(sql, values)).rows,
      );
      const id = await tenant();
      const plan = await price(2, 5);
      await give(id, plan);
      const operations = [
        { subject: 'a', for_tenant: id, state: 'open', max_users: 3 },
        { subject: 'b', for_tenant: id, state: 'undone', max_users: 2 },
        // Its organization does not exist.
        { subject: 'c', for_tenant: plan, state: 'open', max_users: 2 },
      ];
      for (const row of operations)
        await insert('billing_intents', { kind: 'change_plan', ...row });
      expect(await seats(client, id)).toBe(3);
      return id;
    },
    async (client, id) => {
      expect(await seats(client, id)).toBe(3);
      await client.query(`update billing_intents set state = 'undone' where subject in ('a', 'c')`);
      expect(await seats(client, id)).toBe(5);
    },
  );
});
