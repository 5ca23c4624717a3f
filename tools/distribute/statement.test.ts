import { describe, expect, test } from 'vitest';
import type { Shape, TablePlacement } from './shape.ts';
import { read } from './statement.ts';

/** Tests whose rows a statement uses, judged by its text (docs/scaling.md). */
const tables: TablePlacement[] = [
  { name: 'tenants', place: 'distributed', key: 'id', columns: ['id', 'name'] },
  { name: 'orders', place: 'distributed', key: 'tenant_id', columns: ['tenant_id', 'id', 'date'] },
  {
    name: 'members',
    place: 'distributed',
    key: 'tenant_id',
    columns: ['tenant_id', 'id', 'user_id'],
  },
  { name: 'users', place: 'reference', key: null, columns: ['id', 'email'] },
];
const shape: Shape = new Map(tables.map((table) => [table.name, table]));

/** Returns each used table in order with its reach; `!` marks writes. */
const told = async (sql: string) =>
  (await read(sql, shape)).uses
    .map(({ table, writes, reach }) => `${table}${writes ? '!' : ''} ${reach}`)
    .join(', ');

const one: Record<string, string> = {
  'select from orders where tenant_id = $1 and id = $2': 'orders one',
  "select from orders o where o.tenant_id = 'a'::uuid order by date limit 20": 'orders one',
  'select from orders o join tenants t on t.id = o.tenant_id where o.tenant_id = $1':
    'orders one, tenants one',
  'select from tenants left join orders on tenant_id = tenants.id where tenants.id = $1':
    'tenants one, orders one',
  'select from members m join users u on u.id = m.user_id where m.tenant_id = $1':
    'members one, users one',
  'select from tenants where id = $1 and exists (select from orders where tenant_id = tenants.id)':
    'tenants one, orders one',
  'with m as (select * from members where tenant_id = $1) select from m, orders o where o.tenant_id = m.tenant_id':
    'members one, orders one',
  'select from tenants t, lateral (select from orders where tenant_id = t.id) o where t.id = $1':
    'orders one, tenants one',
  'insert into orders (id, tenant_id) values ($1, $2), ($3, $4) returning id': 'orders! one',
  'insert into orders (tenant_id, id) select tenant_id, id from members where tenant_id = $1':
    'members one, orders! one',
  'insert into tenants (id, name) values ($1, $2) on conflict (id) do nothing': 'tenants! one',
  'update orders set date = $1 where tenant_id = $2 returning *': 'orders! one',
  'delete from orders using members m where m.tenant_id = $1 and orders.tenant_id = m.tenant_id':
    'orders! one, members one',
  'select from orders where tenant_id = $1 union all select from orders where tenant_id = $2':
    'orders one, orders one',
};

const each: Record<string, string> = {
  'select from orders where id = $1': 'orders each',
  'select from orders where tenant_id = $1 or id = $2': 'orders each',
  'select from orders where tenant_id <> $1': 'orders each',
  'select from orders where tenant_id = any ($1::uuid[])': 'orders each',
  // Equalities by `using` are not detected: no statement uses it.
  'with m as (select tenant_id from members where tenant_id = $1) select from m join orders using (tenant_id)':
    'members one, orders each',
  // A function's value is known on each node only when it runs.
  'select from orders where tenant_id = app.tenant_id()': 'orders each',
  'select from orders where tenant_id = (select app.tenant_id())': 'orders each',
  'select from orders o join tenants t on t.id = o.tenant_id where o.id = $1':
    'orders each, tenants each',
  'select from tenants where exists (select from orders where tenant_id = tenants.id)':
    'tenants each, orders each',
  'select from unnest($1::uuid[]) as asked (tenant_id) join orders on orders.tenant_id = asked.tenant_id':
    'orders each',
  'update orders set date = $1 where id = $2': 'orders! each',
  'delete from tenants': 'tenants! each',
};

const across: Record<string, string> = {
  'select from orders join members using (id)': 'orders across, members across',
  'select from orders join members on true where orders.tenant_id = $1':
    'orders one, members across',
  'select from orders where id in (select id from members)': 'orders each, members across',
  'insert into orders (id) values ($1)': 'orders! across',
  'insert into orders (tenant_id, id) select tenant_id, id from members':
    'members each, orders! across',
  'insert into orders (tenant_id, id) values ($1, $2) on conflict (id) do nothing':
    'orders! across',
};

describe.each(Object.entries({ one, each, across }))(
  'a statement of reach %s',
  (_reach, statements) => {
    test.each(Object.entries(statements))('%s', async (sql, uses) => {
      expect(await told(sql)).toBe(uses);
    });
  },
);

test('reports the functions that a statement calls at any place', async () => {
  const { calls } = await read(
    'select lower($1) from users where id in (select app.those())',
    shape,
  );
  expect([...calls]).toEqual(['lower', 'app.those']);
});

test("throws for a statement that PostgreSQL can't parse", async () => {
  await expect(read('selec', shape)).rejects.toThrow('syntax error');
});
