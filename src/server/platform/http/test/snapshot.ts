import type { PoolClient as Client } from 'pg';
import { afterAll } from 'vitest';
import { runInTransaction } from '#server/platform/database/test/rows.ts';
import type { TestApplication } from '#server/test/application.ts';

/** Table with its columns and those of its primary key. */
type Table = { name: string; columns: string; key: string };

/**
 * Returns true for tables of the payment sandbox: they are restored as well, but may change in between.
 */
const isSandboxTable = ({ name }: Table) => name.startsWith('sandbox.');
const copyOf = ({ name }: Table) => `kept."${name.replaceAll('"', '')}"`;

/** Copies all tables of the product and of its payment sandbox, and postpones all jobs and webhooks from now on. */
const copyTables = async (client: Client) => {
  await runInTransaction(
    client,
    // Citus needs the setting for triggers; PostgreSQL ignores it.
    'set local citus.enable_unsafe_triggers = on',
    'create schema kept',
    `create function kept.wait() returns trigger language plpgsql
      as $$ begin new.run_at = now() + interval '1 year'; return new; end $$`,
    `create trigger waits before insert or update on graphile_worker._private_jobs
      for each row execute function kept.wait()`,
    `create function kept.wait_to_send() returns trigger language plpgsql
      as $$ begin new.next_attempt_at = now() + interval '1 year'; return new; end $$`,
    `create trigger waits before insert or update on webhook_deliveries
      for each row when (new.state = 'pending') execute function kept.wait_to_send()`,
  );
  const { rows: tables } = await client.query<Table>(`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns,
      (select string_agg(quote_ident(attname), ', ') from pg_index join pg_attribute on attrelid = indrelid
       where indisprimary and attnum = any (indkey)
         and indrelid = format('%I.%I', table_schema, table_name)::regclass) as key
    from information_schema.columns join information_schema.tables
      using (table_catalog, table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (table_schema in ('public', 'sandbox')
        or (table_schema, table_name) = ('app', 'keyed_requests'))
    group by table_schema, table_name`);
  for (const table of tables) {
    await client.query(
      `create table ${copyOf(table)} as select ${table.columns} from ${table.name}`,
    );
  }
  return tables;
};

/** Detects tables written since the last check, by the number of rows and the sum of their transaction ids. */
const watch = async (client: Client, tables: Table[]) => {
  const lookAt = (some: Table[]) =>
    some
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || '-' || sum(xmin::text::bigint) as sum from ${name}`,
      )
      .join(' union all ');
  const all = { name: 'look', text: lookAt(tables) };
  const look = async (query: { text: string }) =>
    (await client.query<{ name: string; sum: string }>(query)).rows;
  const seen = new Map((await look(all)).map(({ name, sum }) => [name, sum]));
  return {
    written: async () => {
      const now = new Map((await look(all)).map(({ name, sum }) => [name, sum]));
      return tables.filter(({ name }) => now.get(name) !== seen.get(name));
    },
    remember: async (some: Table[]) => {
      for (const { name, sum } of await look({ text: lookAt(some) })) seen.set(name, sum);
    },
  };
};

/** Rows that were added and removed since the copy, as text. */
type Differences = { table: Table; added: string[]; removed: string[] };

const differencesOf = async (client: Client, table: Table): Promise<Differences> => {
  const rowsOf = (name: string, count: number) =>
    `select row(${table.columns})::text as row, ${count} as count from ${name}`;
  const { rows } = await client.query<{ row: string; added: boolean }>({
    name: `differences of ${table.name}`,
    text: `select row, sum(count) > 0 as added
      from (${rowsOf(table.name, 1)} union all ${rowsOf(copyOf(table), -1)}) as both_times
      group by row having sum(count) <> 0`,
  });
  const some = (wanted: boolean) =>
    rows.filter(({ added }) => added === wanted).map(({ row }) => row);
  return { table, added: some(true), removed: some(false) };
};

/**
 * Restores the rows that differ, with triggers and foreign keys disabled. Restoring whole tables would fill
 * them with dead rows, which every look at them reads.
 */
const restoreRows = async (client: Client, differences: Differences[]) => {
  const steps = differences.flatMap(({ table, added, removed }) => [
    {
      rows: added,
      // In two steps: Citus deletes by no text of a row.
      text: `with added as materialized (
          select ${table.key} from ${table.name} where row(${table.columns})::text = any ($1))
        delete from ${table.name} where (${table.key}) in (select ${table.key} from added)`,
    },
    {
      rows: removed,
      text: `insert into ${table.name} (${table.columns}) overriding system value
        select ${table.columns} from ${copyOf(table)} where row(${table.columns})::text = any ($1)`,
    },
  ]);
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const { text, rows } of steps) if (rows.length > 0) await client.query(text, [rows]);
  await client.query('commit');
};

/** Tables that a call changed, and those of them with changed rows that contain a mark. */
export type TableChanges = { inside: string[]; marked: string[]; restore: () => Promise<void> };

/** Copies the database, to compare with and restore later. Requires that nothing else writes. */
export const snapshotDatabase = async ({ app, open: { owner } }: TestApplication) => {
  await app.inject({
    method: 'POST',
    url: '/sandbox/payments/deliveries',
    payload: { mode: 'off' },
  });
  const client = await owner.connect();
  afterAll(() => client.release());
  const tables = await copyTables(client);
  const watching = await watch(client, tables);

  /** Returns the changes since the last restore, and a function that restores the tables. */
  const compare = async (marks: readonly string[] = []): Promise<TableChanges> => {
    const written = await watching.written();
    const differences: Differences[] = [];
    for (const table of written) differences.push(await differencesOf(client, table));
    const changed = differences.filter(({ added, removed }) => added.length + removed.length > 0);
    const inside = changed.filter(({ table }) => !isSandboxTable(table));
    const isMarked = (row: string) => marks.some((mark) => row.includes(mark));
    const marked = inside.filter(({ added, removed }) => [...added, ...removed].some(isMarked));
    const namesOf = (some: Differences[]) => some.map(({ table }) => table.name);
    const restore = async () => {
      if (changed.length > 0) await restoreRows(client, changed);
      if (written.length > 0) await watching.remember(written);
    };
    return { inside: namesOf(inside), marked: namesOf(marked), restore };
  };

  /** Restores all tables and returns the changes since the last restore. */
  const undo = async (marks: readonly string[] = []): Promise<TableChanges> => {
    const changes = await compare(marks);
    await changes.restore();
    return changes;
  };

  return { compare, undo };
};
