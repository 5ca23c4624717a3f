import { describe, expect, inject, test } from 'vitest';
import { testDatabase } from './database.ts';
import { readPlans } from './plans.ts';

// Plans of Citus name tasks instead of tables.
const { isCitus } = inject('testCluster');
const { owner } = await testDatabase();
const reachOf = async (sql: string) => (await readPlans([sql], owner)).get(sql)?.reach;

const one = [
  'select from users where email = $1',
  'select from transactions where tenant_id = $1 and id = $2',
  `select from transactions t where t.tenant_id = '00000000-0000-0000-0000-000000000000' limit 20`,
  'select from transactions t join tenants on tenants.id = t.tenant_id where tenants.id = $1',
  'select from tenants left join transactions on tenant_id = tenants.id where tenants.id = $1',
  'select from memberships m join users u on u.id = m.user_id where m.tenant_id = $1',
  'select from tenants where id = $1 and exists (select from memberships where tenant_id = tenants.id)',
  'with m as (select * from memberships where tenant_id = $1) select from m join transactions using (tenant_id)',
  'select from tenants t, lateral (select from transactions where tenant_id = t.id) o where t.id = $1',
  'insert into memberships (user_id, tenant_id) values ($1, $2) returning id',
  'insert into transactions (tenant_id, quantity) select tenant_id, 1 from memberships where tenant_id = $1',
  'insert into tenants (id, name) values ($1, $2) on conflict (id) do nothing',
  'update transactions set date = $1 where tenant_id = $2 returning *',
  'delete from transactions t using memberships m where m.tenant_id = $1 and t.tenant_id = m.tenant_id',
  'select from transactions where tenant_id = $1 union all select from transactions where tenant_id = $2',
];

const each = [
  'select from transactions where id = $1',
  'select from transactions where tenant_id = $1 or id = $2',
  'select from transactions where tenant_id <> $1',
  'select from transactions where tenant_id = any ($1::uuid[])',
  // The value of a function is known on each node only when it runs.
  'select from transactions where tenant_id = app.tenant_id()',
  'select from transactions where tenant_id = (select app.tenant_id())',
  'select from transactions t join tenants on tenants.id = t.tenant_id where t.id = $1',
  'select from tenants where exists (select from transactions where tenant_id = tenants.id)',
  'update transactions set date = $1 where id = $2',
  'delete from tenants',
];

const across = [
  'select from transactions join memberships using (id)',
  'select from transactions t join memberships on true where t.tenant_id = $1',
  'select from transactions where id in (select id from memberships)',
  'insert into memberships (user_id) values ($1)',
  'insert into transactions (tenant_id, quantity) select tenant_id, 1 from memberships',
  'insert into join_links (tenant_id, token) values ($1, $2) on conflict (token) do nothing',
];

describe.skipIf(isCitus).each(Object.entries({ one, each, across }))(
  'reports reach %s of',
  (reach, statements) => {
    test.each(statements)('%s', async (sql) => {
      expect(await reachOf(sql)).toBe(reach);
    });
  },
);

test.skipIf(isCitus)(
  'reports tables of tenants that are joined with tables of no tenant',
  async () => {
    const joined = 'select from memberships join sessions using (user_id) where tenant_id = $1';
    const beside = 'select from memberships join users on users.id = user_id where tenant_id = $1';
    const plans = await readPlans([joined, beside], owner);
    expect(plans.get(joined)).toMatchObject({ isMixed: true, tables: ['memberships', 'sessions'] });
    expect(plans.get(beside)?.isMixed).toBe(false);
  },
);

test("rejects a statement that PostgreSQL can't parse", async () => {
  await expect(readPlans(['selec'], owner)).rejects.toThrow('syntax error');
});
