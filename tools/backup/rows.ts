import { finished } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase, type QueryResult } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import type { Head } from './archive.ts';
import { jobs } from './snapshot.ts';

type Table = Head['tables'][number];

/** Loader of rows into empty tables, table after table. */
export interface RowLoader {
  add(table: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Restores constraints and triggers, which checks all rows; returns the row count per table. */
  finish(): Promise<Map<string, number>>;
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as back
  from pg_constraint
  where contype = 'f' and connamespace::regnamespace::text in ('public', 'app', 'sandbox')`;

// With FORCE ROW LEVEL SECURITY, the owner could not copy rows in.
const binding = `
  select pg_class.oid::regclass::text as name from pg_class
  where relkind = 'r' and relforcerowsecurity`;

/**
 * Prepares the tables within a transaction: empties them, disables triggers and drops foreign keys until
 * all rows are there.
 */
export async function openRowLoader(client: ClientBase, head: Head): Promise<RowLoader> {
  const tables = head.tables.filter(({ name }) => name !== jobs.name);
  const names = tables.map(({ name }) => name);
  const { rows: keys } = await client.query<{ away: string; back: string }>(foreignKeys);
  const { rows: bound } = await client.query<{ name: string }>(binding);
  const bind = (how: string) =>
    bound.map(({ name }) => `alter table ${name} ${how} row level security`);
  const doAll = (statements: string[]) => client.query(statements.join(';\n'));
  const switchTriggers = (how: string) =>
    names.map((name) => `alter table ${name} ${how} trigger user`);
  await doAll([
    ...keys.map(({ away }) => away),
    ...switchTriggers('disable'),
    ...bind('no force'),
    // Removes rows that the migrations inserted.
    `truncate ${names.join(', ')}`,
    `create temp table jobs (identifier text, payload json, queue_name text, run_at timestamptz,
       max_attempts integer, key text, priority integer) on commit drop`,
  ]);
  const copies = createCopies(client, head.tables);
  return {
    add: copies.add,
    finish: async () => {
      await copies.end();
      await doAll([...keys.map(({ back }) => back), ...switchTriggers('enable'), ...bind('force')]);
      for (const { name, value } of head.sequences) {
        await client.query('select setval($1, $2)', [name, value]);
      }
      await client.query(`select graphile_worker.add_job(identifier, payload, queue_name, run_at,
        max_attempts, key, priority) from jobs`);
      return countRows(client, names);
    },
  };
}

interface Copy {
  table: string;
  stream: CopyStreamQuery;
  /** Rejects with the database's error. */
  done: Promise<void>;
}

function createCopies(client: ClientBase, tables: Table[]) {
  let current: Copy | undefined;
  const begin = (name: string): Copy => {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new Error(`Unknown table ${name}.`);
    const list = table.columns.map(escapeIdentifier).join(', ');
    const stream = client.query(copyFrom(`copy ${name} (${list}) from stdin`));
    const done = finished(stream);
    // The error is thrown where `done` is awaited.
    done.catch(() => undefined);
    return { table: name, stream, done };
  };
  const end = async () => {
    current?.stream.end();
    await current?.done;
    current = undefined;
  };
  const add: RowLoader['add'] = async (name, content) => {
    if (current?.table !== name) await end();
    current ??= begin(name);
    const { stream, done } = current;
    for await (const chunk of content) {
      const taken = new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
      await Promise.race([taken, done]);
    }
  };
  return { add, end };
}

async function countRows(client: ClientBase, names: string[]): Promise<Map<string, number>> {
  const counts = [...names, 'jobs'].map(
    (name) => `select '${name}' as name, count(*) as n from ${name}`,
  );
  const { rows }: QueryResult<{ name: string; n: string }> = await client.query(
    counts.join(' union all '),
  );
  return new Map(rows.map(({ name, n }) => [name, Number(n)]));
}
