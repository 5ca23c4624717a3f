import type { PoolClient as Client } from 'pg';
import { afterAll } from 'vitest';
import { runInTransaction } from '#server/database/test/rows.ts';
import type { TestApplication } from '#server/test/application.ts';

type Table = { name: string; columns: string };

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
      string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables
      using (table_catalog, table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and (table_schema in ('public', 'sandbox')
        or (table_schema, table_name) = ('app', 'keyed_requests'))
    group by 1`);
  for (const table of tables) {
    await client.query(
      `create table ${copyOf(table)} as select ${table.columns} from ${table.name}`,
    );
  }
  return tables;
};

/** Detects tables written since the last check, by the number of rows and the sum of their transaction ids. */
const watch = (client: Client, tables: Table[]) => {
  let seen = new Map<string, string>();
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || '-' || sum(xmin::text::bigint) as sum from ${name}`,
    )
    .join(' union all ');
  const look = async () => {
    const { rows } = await client.query<{ name: string; sum: string }>({ name: 'look', text });
    return new Map(rows.map(({ name, sum }) => [name, sum]));
  };
  return {
    remember: async () => {
      seen = await look();
    },
    written: async () => {
      const now = await look();
      return tables.filter(({ name }) => now.get(name) !== seen.get(name));
    },
  };
};

/** Returns rows that were added or removed since the copy. */
const differencesOf = async (client: Client, table: Table) => {
  const rowsOf = (name: string) => `select row(${table.columns})::text as row from ${name}`;
  const [now, then] = [rowsOf(table.name), rowsOf(copyOf(table))];
  const { rows } = await client.query<{ row: string }>({
    name: `differences of ${table.name}`,
    text: `(${now} except all ${then}) union all (${then} except all ${now})`,
  });
  return rows.map(({ row }) => row);
};

/** Restores tables from their copies, with triggers and foreign keys disabled. */
const restoreTables = async (client: Client, tables: Table[]) => {
  const statements = tables.flatMap((table) => [
    `delete from ${table.name}`,
    `insert into ${table.name} (${table.columns}) overriding system value
     select ${table.columns} from ${copyOf(table)}`,
  ]);
  await runInTransaction(client, 'set local session_replication_role = replica', ...statements);
};

/** Tables that a call changed, and those of them with changed rows that contain a mark. */
export type TableChanges = { inside: string[]; marked: string[] };

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
  const watching = watch(client, tables);
  await watching.remember();

  /** Restores all tables and returns the changes since the last restore. */
  const undo = async (marks: readonly string[]): Promise<TableChanges> => {
    const written = await watching.written();
    const changes: TableChanges = { inside: [], marked: [] };
    for (const table of written.filter((table) => !isSandboxTable(table))) {
      const rows = await differencesOf(client, table);
      if (rows.length > 0) changes.inside.push(table.name);
      const isMarked = (row: string) => marks.some((mark) => row.includes(mark));
      if (rows.some(isMarked)) changes.marked.push(table.name);
    }
    if (written.length > 0) {
      await restoreTables(client, written);
      await watching.remember();
    }
    return changes;
  };

  return { undo };
};
