import { expect, test } from 'vitest';
import { transactionList } from '#contract/entities/transactions.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { pageSelector } from './select.ts';

const { owner } = await testDatabase();

test('a page without filters is not planned at each call, even if tenants have many rows', async () => {
  const tenant = '00000000-0000-4000-8000-000000000000';
  const select = pageSelector({
    list: transactionList,
    table: 'transactions',
    columns: sql`transactions.*`,
    from: sql`transactions`,
    scope: sql<boolean>`tenant_id = ${tenant}`,
  });
  const query = { sort: 'date', descending: true, limit: 20 };
  const page = select(query, { limit: 21 }, []).compile(db);
  const client = await owner.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `insert into transactions (tenant_id, description, quantity, price, amount, date)
         select $1, 'Order', n, 1, n, date '2026-01-01' + n from generate_series(1, 2000) n`,
      [tenant],
    );
    await client.query('analyze transactions');
    for (let time = 0; time < 6; time += 1) {
      await client.query({ name: 'page', text: page.sql, values: [...page.parameters] });
    }
    const kept = `select generic_plans::int as count from pg_prepared_statements where name = 'page'`;
    expect((await client.query(kept)).rows).toEqual([{ count: 1 }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
