import type { ClientBase, Pool } from 'pg';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { createClusterFunctions } from './functions.ts';
import { sharePrivileges, shareSettings } from './nodes.ts';

/** Tables without a tenant of which every node has a copy, because they are joined with tenants' tables. */
export const referenceTables = [
  'tenant_names',
  'subscription_products',
  'subscription_prices',
  'subscription_features',
  'app.billing_clock',
];

/** Tables of tenants, by the column with the tenant, which is the first of the primary key. */
export const tenantTables = `
  select indrelid::regclass::text as name, attname::text as key, attnum - 1 as place
  from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
  where indisprimary and (attname = 'tenant_id' or indrelid = 'tenants'::regclass)`;

/** Table, and the column with its tenant; null for a reference table. */
export type PlacedTable = {
  name: string;
  key: string | null;
};

/** Returns true in a database of Citus whose tables are distributed. */
export async function isDistributed(client: ClientBase | Pool): Promise<boolean> {
  if (!(await isCoordinator(client))) return false;
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('tenants')`,
  );
  return rowCount === 1;
}

/** Returns true on a coordinator of Citus that knows its nodes: the extension alone has none. */
export async function isCoordinator(client: ClientBase | Pool): Promise<boolean> {
  const citus = await client.query(`select from pg_extension where extname = 'citus'`);
  if (citus.rowCount === 0) return false;
  return (await client.query('select from pg_dist_node where groupid = 0')).rowCount === 1;
}

/**
 * Distributes the tables of an empty database on a coordinator of Citus, and in a distributed one those that a
 * migration has added. Leaves a database with rows as it is, for `npm run distribute`. Idempotent; call it within
 * `withSchemaLock`, after the migrations. Returns true when the tables are distributed.
 */
export async function distributeTables(
  client: ClientBase,
  report: (message: string) => void = () => undefined,
): Promise<boolean> {
  if (!(await isCoordinator(client))) return false;
  const tables = await readUnplacedTables(client);
  if (isFirst(tables)) {
    const used = await client.query('select from users union all select from tenants limit 1');
    if (used.rowCount !== 0) {
      report(
        'Citus: the database has rows and stays on one node. To move them, stop the product and run `npm run distribute`.',
      );
      return false;
    }
  }
  await shareSettings(client);
  if (isFirst(tables)) await inTransaction(client, () => createClusterFunctions(client));
  if (tables.length > 0) await inTransaction(client, () => placeTables(client, tables));
  await sharePrivileges(client);
  await isolateOperator(client);
  return true;
}

/** Runs work in a transaction and commits; any failure rolls everything back, on all nodes. */
export async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns the tables that are not in their places: reference tables first, then `tenants`. */
export async function readUnplacedTables(client: ClientBase): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `select * from (select name, key from (${tenantTables}) as tenant_tables
       union all select unnest($1::text[]), null) as wanted
     where not exists (
       select from pg_dist_partition
       where logicalrelid = name::regclass and (partmethod = 'h' or repmodel = 't'))
     order by key is not null, name <> 'tenants', name`,
    [referenceTables],
  );
  return rows;
}

/** Returns true if no table has been placed yet. */
export const isFirst = (tables: PlacedTable[]) => tables.some(({ name }) => name === 'tenants');

/** Gives the entries without an organization shards of their own, which no organization's transaction uses. */
export const isolateOperator = (client: ClientBase) =>
  client.query(`
    select isolate_tenant_to_new_shard('tenants', '${nilUuid}', 'CASCADE',
      shard_transfer_mode => 'block_writes')
    from pg_dist_shard
    where shardid = get_shard_id_for_distribution_column('tenants', '${nilUuid}'::uuid)
      and shardminvalue <> shardmaxvalue`);

/**
 * Distributes tables, with their rows, in the transaction of the caller: tables of tenants by tenant, on the same
 * nodes; `referenceTables` to every node; all others stay on the coordinator. No trigger fires for a moved row.
 */
export async function placeTables(client: ClientBase, tables: PlacedTable[]): Promise<void> {
  const names = tables.map(({ name }) => name);
  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  const planned = async (sql: string) =>
    (await client.query<{ statement: string }>(sql, [names])).rows.map(
      ({ statement }) => statement,
    );
  await run([
    'set local citus.enable_unsafe_triggers = on',
    `set local citus.multi_shard_modify_mode = 'sequential'`,
  ]);
  await run(await planned(policiesWithoutSubqueries));
  await run(await planned(indexesOfOneTenant));
  const addKeys = await planned(`select 'alter table ' || conrelid::regclass || ' add constraint '
    || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as statement ${foreignKeys}
      and confrelid <> 'users'::regclass`);
  await run(
    await planned(`select 'alter table ' || conrelid::regclass || ' drop constraint '
    || quote_ident(conname) as statement ${foreignKeys}`),
  );
  await run(await planned(coordinatorTriggers));
  await run(names.map((name) => `alter table ${name} disable trigger user`));
  for (const { name, key } of tables) {
    const like = name === 'tenants' ? 'none' : 'tenants';
    await (key === null
      ? client.query('select create_reference_table($1)', [name])
      : client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
          name,
          key,
          like,
        ]));
  }
  await run(names.map((name) => `alter table ${name} enable trigger user`));
  await run(addKeys);
  await run(await planned(columnGrants));
  if (isFirst(tables))
    await run([
      delegated('app.add_entry(uuid, text, uuid, uuid, jsonb, jsonb)'),
      deleteMemberships,
    ]);
  if (names.includes('webhook_events')) {
    await run([delegated('app.publish(uuid, text[], jsonb, uuid)')]);
  }
}

/** Runs a function on the node of the organization, in the connection of the caller. */
const delegated = (signature: string) => `
  select create_distributed_function('${signature}', 'of_tenant',
    colocate_with => 'tenants', force_delegation => true)`;

/** Does what the foreign key of members to accounts does on one machine. */
const deleteMemberships = `
  create trigger deletes_memberships after delete on users
    for each row execute function app.delete_memberships()`;

/** Keys of the tables and to them: Citus moves no table that is linked to one that it has not moved. */
const foreignKeys = `
  from pg_constraint
  where contype = 'f' and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))`;

/**
 * Makes indexes of tenants' tables that are unique across tenants ordinary ones. Names are unique by
 * `tenant_names`, other values because the provider gives them, or at random.
 */
const indexesOfOneTenant = `
  select format('drop index %1$s; %2$s; comment on index %1$s is %3$L', indexrelid::regclass,
    replace(pg_get_indexdef(indexrelid), 'CREATE UNIQUE', 'CREATE'),
    obj_description(indexrelid, 'pg_class')) as statement
  from pg_index join (${tenantTables}) as tenant_tables on name::regclass = indrelid
  where indisunique and indrelid = any ($1::regclass[]) and not (place + 1) = any (indkey)`;

/** Drops triggers that reach nothing from other nodes: `writes.ts` does their work. */
const coordinatorTriggers = `
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
  from pg_trigger where tgrelid = any ($1::regclass[]) and tgname in ('notifies_change', 'marks_request')`;

/** Repeats privileges on columns, which Citus forwards but does not copy. */
const columnGrants = `
  select format('grant %s (%s) on %s to %s', privilege_type,
    string_agg(quote_ident(attname), ', '), attrelid::regclass, grantee::regrole) as statement
  from pg_attribute, aclexplode(attacl)
  where attrelid = any ($1::regclass[]) group by attrelid, privilege_type, grantee`;

/** Policies of migrations, by patterns of their expressions, in the form that nodes can evaluate. */
const shardPolicies = [
  [
    String.raw`(\w+) IN \( SELECT app\.my_tenants\(\) AS my_tenants\)`,
    String.raw`\1 = any (app.scope_tenants())`,
  ],
  [
    String.raw`.* SELECT COALESCE\(app\.tenant_id.* FROM memberships.*`,
    'id in (select app.visible_users())',
  ],
  [String.raw`\( SELECT (app\.\w+\(\)) AS \w+\)`, String.raw`\1`],
];

const withoutSubqueries = (column: string) =>
  shardPolicies.reduce(
    (inner, [pattern, form]) => `regexp_replace(${inner}, '${pattern}', '${form}', 'g')`,
    column,
  );

/** Writes policies without subqueries, which Citus does not forward; accounts stay on the coordinator. */
const policiesWithoutSubqueries = `
  select format('alter policy %I on %I.%I', policyname, schemaname, tablename)
    || coalesce(' using (' || ${withoutSubqueries('qual')} || ')', '')
    || coalesce(' with check (' || ${withoutSubqueries('with_check')} || ')', '') as statement
  from pg_policies where concat(qual, with_check) ~ 'SELECT' and not coalesce(qual ~ 'app.visible_users', false)
    and $1::text[] is not null`;
