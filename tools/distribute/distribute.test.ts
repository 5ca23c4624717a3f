import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#server/database/test/database.ts';
import { root } from '#tools/files.ts';
import { survey } from './obstacles.ts';
import { scriptFor } from './script.ts';

/** Tests that the schema can be sharded by tenant, except for what docs/scaling.md names. */
const { owner } = await testDatabase();
const client = await owner.connect();
afterAll(() => client.release());
const docs = readFileSync(join(root, 'docs/scaling.md'), 'utf8');

/** Returns the texts in backticks in the first table column of a section of the document. */
const namedIn = (heading: string) =>
  (docs.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)
    .toSorted();

test('finds exactly the obstacles that the document names', async () => {
  const { obstacles } = await survey(client);
  expect(obstacles.map(({ name }) => name).toSorted()).toEqual(namedIn('What stands in the way'));
});

test('finds exactly the functions across tenants that the document names', async () => {
  const { routines } = await survey(client);
  const reaching = [...routines.values()].filter(({ uses }) =>
    uses.some(({ reach }) => reach !== 'one'),
  );
  expect(reaching.map(({ name }) => name).toSorted()).toEqual(namedIn('Who reaches every machine'));
});

test('places tables of tenants with their tenant, after the reference tables', async () => {
  const found = await survey(client);
  const { inOne, afterwards } = scriptFor(found, new Set(), []);
  const moves = inOne.filter((sql) => sql.startsWith('select create_'));
  const calls = moves.map((sql) => sql.replace(/^select create_(\w+)_table.*$/, '$1'));
  expect(calls.join(' ')).toMatch(/^(reference )+distributed( distributed)+$/);
  const spread = moves.filter((sql) => sql.includes('distributed'));
  expect(spread[0]).toBe(
    `select create_distributed_table('tenants', 'id', colocate_with => 'none')`,
  );
  for (const sql of spread.slice(1)) expect(sql).toMatch(/'tenant_id', colocate_with => 'tenants'/);
  expect(afterwards).toHaveLength(moves.length);
});

test('recreates every foreign key and trigger that it drops, except obstacles', async () => {
  const found = await survey(client);
  const { inOne } = scriptFor(found, new Set(), found.obstacles);
  const gone = (what: RegExp) => inOne.filter((sql) => what.test(sql)).length;
  const inTheWay = (kind: string) =>
    found.obstacles.filter(({ name, sql }) => name.startsWith(kind) && sql !== '').length;
  expect(gone(/ drop constraint \w+_fkey$/)).toBe(
    gone(/ add constraint \w+_fkey /) + inTheWay('foreign key'),
  );
  expect(gone(/^drop trigger /)).toBe(gone(/^create .*trigger /i) + inTheWay('trigger'));
});

test('leaves tables that are already in place', async () => {
  const found = await survey(client);
  const everything = new Set(found.shape.keys());
  expect(scriptFor(found, everything, [])).toEqual({ inOne: [], afterwards: [] });
  everything.delete('transactions');
  const { inOne } = scriptFor(found, everything, []);
  expect(inOne.filter((sql) => sql.startsWith('select'))).toHaveLength(1);
});

const planted = 'create table planted (tenant_id uuid, id uuid, primary key (tenant_id, id));';
const trigger = (
  body: string,
  kind = 'trigger planted after insert on planted for each row',
) => `${planted}
  create function app.note() returns trigger language plpgsql as $$ begin ${body} return null; end $$;
  create ${kind} execute function app.note();`;

/** Defects by name, with the obstacle that each must be reported as. */
const defects: Record<string, [sql: string, found: string]> = {
  'a table without a placement': [
    'create table planted (id uuid primary key)',
    'table planted: the placement of its rows is not declared (places.ts)',
  ],
  'a table that does not begin with its tenant': [
    'create table planted (tenant_id uuid, id uuid primary key)',
    'table planted: the placement of its rows is not declared (places.ts)',
  ],
  'a key across tenants': [
    `${planted} create unique index planted_id_key on planted (id)`,
    'unique index planted_id_key: unique over all tenants, without tenant_id',
  ],
  'a foreign key without the tenant': [
    `${planted} alter table transactions add constraint one unique (tenant_id, id);
     alter table planted add other uuid,
       add foreign key (other, tenant_id) references transactions (tenant_id, id)`,
    'foreign key planted_other_tenant_id_fkey: from planted (distributed) to transactions (distributed)',
  ],
  'a foreign key of the catalogue to a tenant': [
    'alter table subscription_products add tenant_id uuid references tenants',
    'foreign key subscription_products_tenant_id_fkey: from subscription_products (reference) to tenants (distributed)',
  ],
  'a policy that asks': [
    `${planted} create policy asks on planted using (tenant_id = (select app.tenant_id()))`,
    'policy asks on planted: has a subquery',
  ],
  "a trigger that writes others' rows": [
    trigger(`update transactions set price = 0 where id = new.id;`),
    `trigger planted on planted: reaches others' transactions`,
  ],
  'a trigger that writes what is elsewhere': [
    trigger(`delete from sessions where id = new.id;`),
    'trigger planted on planted: reaches sessions, which is elsewhere',
  ],
  'a trigger that writes a copy': [
    trigger(`update users set phone = '' where id = new.id;`),
    'trigger planted on planted: writes users, of which there are copies',
  ],
  'a trigger that does so through another function': [
    trigger(`perform app.claim_registered(new.id);`),
    `trigger planted on planted: writes users, of which there are copies; reaches others' memberships; reaches app.scope_key, which is elsewhere; reaches tokens, which is elsewhere`,
  ],
  'a trigger for statements': [
    trigger('', 'trigger planted after insert on planted for each statement'),
    'trigger planted on planted: is for statements, not for rows',
  ],
  'a trigger that waits for the commit': [
    trigger('', 'constraint trigger planted after insert on planted deferrable for each row'),
    'trigger planted on planted: refuses at the commit, which cannot say why',
  ],
  'a trigger that tells': [
    trigger(`perform pg_notify('planted', '');`),
    'trigger planted on planted: tells the machine of the row alone',
  ],
  'a trigger that asks where it is': [
    trigger(`insert into planted values (new.tenant_id, tg_table_name::uuid);`),
    'trigger planted on planted: asks for its table, and is told a part of it',
  ],
  'a function in SQL with parameters': [
    `create function app.sum_of(tenant uuid) returns bigint language sql
       as $$ select sum(price) from transactions where tenant_id = tenant $$`,
    'function app.sum_of: asks a sharded table with parameters in SQL, which PL/pgSQL alone can',
  ],
  'a function that returns what it asks': [
    `create function app.people() returns bigint language sql return (select count(*) from users)`,
    'function app.people: asks a table in a body that is `return`',
  ],
};

describe('a planted defect', () => {
  const told = async () => {
    const { obstacles } = await survey(client);
    return obstacles.map(({ name, why }) => `${name}: ${why}`);
  };
  let before = new Set<string>();
  beforeAll(async () => {
    before = new Set(await told());
  });

  test.each(Object.entries(defects))('%s is reported', async (_name, [sql, found]) => {
    await client.query('begin');
    try {
      await client.query(sql);
      expect((await told()).filter((one) => !before.has(one))).toEqual([found]);
    } finally {
      await client.query('rollback');
    }
  });
});
