import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type ClientBase } from 'pg';
import { root } from '#server/root.ts';

const folder = join(root, 'migrations');
const schemaLock = 8_152_046_371;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Runs work that changes the schema or its roles while no other process does. */
export async function alone<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('set statement_timeout = 0');
  // Asked for again and again: a statement that waits is a snapshot that lasts, and whoever builds
  // an index beside the writers waits for those.
  while (!(await tryLock(client))) await sleep(20);
  try {
    return await work();
  } finally {
    // On a broken connection the lock is gone, and the work's own error is the one to tell.
    await client.query('select pg_advisory_unlock($1)', [schemaLock]).catch(() => undefined);
  }
}

async function tryLock(client: ClientBase): Promise<boolean> {
  const asked = 'select pg_try_advisory_lock($1) as held';
  const { rows } = await client.query<{ held: boolean }>(asked, [schemaLock]);
  return rows[0]?.held === true;
}

interface Wanted {
  /** The folder of the migrations. */
  from?: string;
  /** The last one to apply; all of them unless told. */
  through?: string;
  /** How often one is tried that meets others in its way. */
  tries?: number;
}

/**
 * Brings the database to the state of `migrations/`: every file in the order of the names, each in a
 * transaction unless its first line says otherwise, each once. Call it within `alone`. The names of
 * those it applied.
 */
export async function migrate(
  client: ClientBase,
  { from = folder, through, tries = 60 }: Wanted = {},
): Promise<string[]> {
  await client.query(`
    create schema if not exists app;
    create table if not exists app.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const pending = compare(readMigrations(from), await readApplied(client)).filter(
    ({ name }) => through === undefined || name <= through,
  );
  for (const migration of pending) await apply(client, migration, tries);
  return pending.map(({ name }) => name);
}

/** The migrations of a folder in their order. */
export function readMigrations(from: string = folder): Migration[] {
  const names = readdirSync(from).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    // Line ends are the checkout's business, not a change.
    const sql = readFileSync(`${from}/${name}`, 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function readApplied(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<Migration>('select name, checksum from app.migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

// Names the folder does not know are of a newer version, whose schema this one must live with.
function compare(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, checksum } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it had been applied to this database. ` +
          'Restore it and write what has to change into a new one.',
      );
    }
    if (before !== undefined && pending[0] !== undefined && pending[0].name < name) {
      throw new Error(
        `Migration ${pending[0].name} comes before ${name}, which this database already has. ` +
          'Give it a later number.',
      );
    }
  }
  return pending;
}

// A lock that is not to be had, or another's and ours in a circle.
const inTheWay = ['55P03', '40P01'];

async function apply(client: ClientBase, migration: Migration, tries: number): Promise<void> {
  const { name, sql } = migration;
  const run = outside.test(sql) ? runEach : runWhole;
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await run(client, migration);
    } catch (error) {
      const code = error instanceof DatabaseError ? (error.code ?? '') : '';
      if (!inTheWay.includes(code) || left <= 0) {
        throw new Error(`Migration ${name} failed${placeOf(error, sql)}: ${String(error)}`, {
          cause: error,
        });
      }
      // Whoever queued behind us goes first.
      await sleep(250 + Math.random() * 500);
    }
  }
}

async function runWhole(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    // Every visitor queues behind a lock we wait for: not for long, and shorter than they wait.
    await client.query(`set local lock_timeout = '400ms'`);
    await client.query(migration.sql);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

// What cannot be undone as a whole, `create index concurrently` above all. One that failed begins
// again, so each statement must bear being done twice. Nobody queues behind what it waits for.
const outside = /^-- outside a transaction\b/;

async function runEach(client: ClientBase, migration: Migration): Promise<void> {
  await client.query('set lock_timeout = 0');
  let before = '';
  for (const statement of migration.sql.split(/(?<=;)[ \t]*$/m)) {
    // As many lines before it as in the file: an error's position stays true.
    await client.query(before.replaceAll(/[^\n]/g, ' ') + statement);
    before += statement;
  }
  await record(client, migration);
}

const record = (client: ClientBase, { name, checksum }: Migration) =>
  client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum]);

function placeOf(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` in line ${sql.slice(0, position - 1).split('\n').length}` : '';
}
