import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, escapeIdentifier, type ClientBase } from 'pg';
import { root } from '#server/platform/root.ts';
import { adoptFormer } from './adopt.ts';
import { statementsIn, type Migration } from './statements.ts';

const folder = join(root, 'migrations');
const schemaLock = 8_152_046_371;

/** Runs work that changes the schema or its roles under an advisory lock: one process at a time. */
export async function withSchemaLock<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('set statement_timeout = 0');
  // Polls instead of waiting in the statement: a waiting statement holds a snapshot, and `create index
  // concurrently` of another process waits for all older snapshots.
  while (!(await tryLock(client))) await sleep(20);
  try {
    await fixSearchPath(client);
    return await work();
  } finally {
    // On a broken connection the lock is already released, and the error of the work is the one to report.
    await client.query('select pg_advisory_unlock($1)', [schemaLock]).catch(() => undefined);
  }
}

async function tryLock(client: ClientBase): Promise<boolean> {
  const asked = 'select pg_try_advisory_lock($1) as held';
  const { rows } = await client.query<{ held: boolean }>(asked, [schemaLock]);
  return rows[0]?.held === true;
}

/**
 * Fixes the search path of this session, and of all later ones of this role in this database. A schema that has the name
 * of the role, or that its settings name, would come before `public`; a role named `app` gets one from us.
 */
async function fixSearchPath(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ path: string; role: string; database: string }>(
    `select current_setting('search_path') as path, session_user as role, current_database() as database`,
  );
  const [{ path, role, database } = { path: '', role: '', database: '' }] = rows;
  if (path === 'public') return;
  const [who, where] = [escapeIdentifier(role), escapeIdentifier(database)];
  await client.query(`alter role ${who} in database ${where} set search_path = public`);
  await client.query('set search_path = public');
}

type MigrateOptions = {
  /** Folder of the migrations. */
  from?: string;
  /** Last migration to apply; all of them by default. */
  through?: string;
  /** Number of attempts for a migration that runs into locks. */
  tries?: number;
  /** Runs after the statements of each migration, in its transaction. */
  complete?: (client: ClientBase) => Promise<void>;
};

/**
 * Applies the pending files of `migrations/` in the order of their names, each once and in a transaction
 * unless its first line says otherwise. Call it within `withSchemaLock`. Returns the names of the applied ones.
 */
export async function migrate(
  client: ClientBase,
  { from = folder, through, tries = 60, complete = async () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  await client.query(`
    create schema if not exists app;
    create table if not exists app.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const migrations = readMigrations(from);
  if (from === folder && through === undefined) await adoptFormer(client, migrations);
  const pending = pendingMigrations(migrations, await readApplied(client)).filter(
    ({ name }) => through === undefined || name <= through,
  );
  for (const migration of pending) await apply(client, { ...migration, complete }, tries);
  return pending.map(({ name }) => name);
}

/** Returns the migrations of a folder in order. */
export function readMigrations(from: string = folder): Migration[] {
  const names = readdirSync(from).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    // Line ends depend on the checkout and are not a change.
    const sql = readFileSync(join(from, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, checksum: createHash('sha256').update(withoutComments(sql)).digest('hex') };
  });
}

/**
 * Removes comments, trailing blanks and empty lines. Keeps `--` in literals, quoted names and block comments;
 * dollar-quoted function bodies count as code.
 */
function withoutComments(sql: string): string {
  const kept = /(\be'(?:\\.|''|[^'\\])*'|'[^']*'|"[^"]*"|\/\*[^]*?\*\/)|\s*--.*|\s+(?=\n)/gi;
  return sql.replaceAll(kept, '$1').trim();
}

/**
 * Returns a sentence if a newer version has migrated the database: the release before works on it, an older one may
 * not. Null otherwise.
 */
export async function describeNewer(
  client: ClientBase,
  from: string = folder,
): Promise<string | null> {
  const known = new Set(readMigrations(from).map(({ name }) => name));
  const applied = await readApplied(client);
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  return newer.length === 0
    ? null
    : `This database was migrated by a newer version (${applied.size} migrations; this code has ${known.size}).`;
}

async function readApplied(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<Migration>('select name, checksum from app.migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

// Unknown names belong to a newer release, whose schema this one must run on (R-REL-06).
function pendingMigrations(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, checksum } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. ` +
          'Restore it, and put the change into a new migration.',
      );
    }
    if (before !== undefined && pending[0] !== undefined && pending[0].name < name) {
      throw new Error(
        `Migration ${pending[0].name} precedes ${name}, which is already applied. ` +
          'Give it a later number.',
      );
    }
  }
  return pending;
}

// Lock timeout and deadlock.
const lockErrors = ['55P03', '40P01'];

type Pending = Migration & Required<Pick<MigrateOptions, 'complete'>>;

async function apply(client: ClientBase, migration: Pending, tries: number): Promise<void> {
  const { name, sql } = migration;
  const run = outsideTransaction.test(sql) ? runOutsideTransaction : runInTransaction;
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await run(client, migration);
    } catch (error) {
      const code = error instanceof DatabaseError ? (error.code ?? '') : '';
      if (!lockErrors.includes(code) || left <= 0) {
        throw new Error(`Migration ${name} failed${errorLocation(error, sql)}: ${String(error)}`, {
          cause: error,
        });
      }
      // Lets the transactions that queued behind this lock run first.
      await sleep(250 + Math.random() * 500);
    }
  }
}

async function runInTransaction(client: ClientBase, migration: Pending): Promise<void> {
  try {
    await client.query('begin');
    // All requests queue behind a lock that this waits for: give up sooner than they do.
    await client.query(`set local lock_timeout = '400ms'`);
    await runStatements(client, migration);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

// Statements that can't run in a transaction, `create index concurrently` above all. A failed file starts
// over, so each statement must be idempotent. Their locks block no requests.
const outsideTransaction = /^-- outside a transaction\b/;

async function runOutsideTransaction(client: ClientBase, migration: Pending): Promise<void> {
  await client.query('set lock_timeout = 0');
  await runStatements(client, migration);
  await record(client, migration);
}

/** Runs the statements of a migration one by one: Citus repeats all that was sent together on every node. */
async function runStatements(client: ClientBase, { sql, complete }: Pending): Promise<void> {
  let start = 0;
  for (const statement of statementsIn(sql)) {
    // Padded with blanks, so that positions in errors are those in the file.
    await client.query(sql.slice(0, start).replaceAll(/[^\n]/g, ' ') + statement);
    start += statement.length;
  }
  await complete(client);
}

const record = (client: ClientBase, { name, checksum }: Migration) =>
  client.query('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum]);

function errorLocation(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` in line ${sql.slice(0, position - 1).split('\n').length}` : '';
}
