import type { PoolClient as Client } from 'pg';
import { afterAll } from 'vitest';
import type { TestProduct } from '#server/testing.ts';

type Table = { name: string; columns: string };

/** The payment sandbox's tables are put back as well, but may change meanwhile. */
const isOutside = ({ name }: Table) => name.startsWith('sandbox.');
const copyOf = ({ name }: Table) => `kept."${name.replaceAll('"', '')}"`;

/** Copies every table of the product and of its payment sandbox; jobs wait from now on. */
const copyAll = async (client: Client) => {
  await client.query(`
    create schema kept;
    create function kept.wait() returns trigger language plpgsql
      as $$ begin new.run_at = now() + interval '1 year'; return new; end $$;
    create trigger waits before insert or update on graphile_worker._private_jobs
      for each row execute function kept.wait();
    update sandbox.settings set delivery_mode = 'off'`);
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

/** Which tables were written since the last look: a newer transaction, or another number of rows. */
const watch = (client: Client, tables: Table[]) => {
  let seen = new Map<string, string>();
  const text = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || '-' || max(xmin::text::bigint) as sum from ${name}`,
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

/** Each row that is there and was not, or was there and is not. */
const differencesOf = async (client: Client, table: Table) => {
  const rowsOf = (name: string) => `select row(${table.columns})::text as row from ${name}`;
  const [now, then] = [rowsOf(table.name), rowsOf(copyOf(table))];
  const { rows } = await client.query<{ row: string }>({
    name: `differences of ${table.name}`,
    text: `(${now} except all ${then}) union all (${then} except all ${now})`,
  });
  return rows.map(({ row }) => row);
};

/** Puts tables back to their copies, past all triggers and references. */
const putBack = async (client: Client, tables: Table[]) => {
  const statements = tables.flatMap((table) => [
    `delete from ${table.name}`,
    `insert into ${table.name} (${table.columns}) overriding system value
     select ${table.columns} from ${copyOf(table)}`,
  ]);
  await client.query(
    ['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';'),
  );
};

/** What a call changed: tables, and of these the ones with other rows that say one of the marks. */
export type Changes = { inside: string[]; marked: string[] };

/** The database as it is now: to be compared with, and to be put back. Nothing else may write. */
export const keep = async ({ open: { owner } }: TestProduct) => {
  const client = await owner.connect();
  afterAll(() => client.release());
  const tables = await copyAll(client);
  const watching = watch(client, tables);
  await watching.remember();

  /** What is other than before; it is as before afterwards. */
  const undo = async (marks: readonly string[]): Promise<Changes> => {
    const written = await watching.written();
    const changes: Changes = { inside: [], marked: [] };
    for (const table of written.filter((table) => !isOutside(table))) {
      const rows = await differencesOf(client, table);
      if (rows.length > 0) changes.inside.push(table.name);
      const isMarked = (row: string) => marks.some((mark) => row.includes(mark));
      if (rows.some(isMarked)) changes.marked.push(table.name);
    }
    if (written.length > 0) {
      await putBack(client, written);
      await watching.remember();
    }
    return changes;
  };

  return { undo };
};
