import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Head } from './archive.ts';
import { jobs } from './snapshot.ts';

/** Loader of rows into empty tables. */
export type RowLoader = {
  /** Copies some whole rows of a table, as a backup holds them. */
  add(table: string, content: Readable): Promise<void>;
  /** Restores constraints and triggers, which checks all rows; returns the rows copied, by table. */
  finish(): Promise<Map<string, number>>;
};

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as back
  from pg_constraint
  where contype = 'f' and connamespace::regnamespace::text in ('public', 'app', 'sandbox')`;

/**
 * Prepares the tables within a transaction: empties them, disables triggers and drops foreign keys until
 * all rows are there.
 */
export async function openRowLoader(client: ClientBase, head: Head): Promise<RowLoader> {
  const names = head.tables.map(({ name }) => name).filter((name) => name !== jobs.name);
  const { rows: keys } = await client.query<{ away: string; back: string }>(foreignKeys);
  const doAll = (statements: string[]) => client.query(statements.join(';\n'));
  const switchTriggers = (how: string) =>
    names.map((name) => `alter table ${name} ${how} trigger user`);
  await doAll([
    ...keys.map(({ away }) => away),
    ...switchTriggers('disable'),
    // Removes rows that the migrations inserted.
    `truncate ${names.join(', ')}`,
    `create temp table jobs (identifier text, payload json, queue_name text, run_at timestamptz,
       max_attempts integer, key text, priority integer) on commit drop`,
  ]);
  const copied = new Map<string, number>();
  return {
    add: async (table, content) => {
      const columns = head.tables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new Error(`Unknown table ${table}.`);
      const list = columns.map(escapeIdentifier).join(', ');
      const stream = client.query(copyFrom(`copy ${table} (${list}) from stdin`));
      await pipeline(content, stream);
      copied.set(table, (copied.get(table) ?? 0) + stream.rowCount);
    },
    finish: async () => {
      await doAll([...keys.map(({ back }) => back), ...switchTriggers('enable')]);
      for (const { name, value } of head.sequences) {
        await client.query('select setval($1, $2)', [name, value]);
      }
      await client.query(`select graphile_worker.add_job(identifier, payload, queue_name, run_at,
        max_attempts, key, priority) from jobs`);
      return copied;
    },
  };
}
