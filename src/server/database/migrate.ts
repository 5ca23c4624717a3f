import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DatabaseError, type ClientBase } from 'pg';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const schemaLock = 8_152_046_371;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Runs work that changes the schema or its roles while no other process does. */
export async function alone<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [schemaLock]);
  try {
    return await work();
  } finally {
    // On a broken connection the lock is gone, and the work's own error is the one to tell.
    await client.query('select pg_advisory_unlock($1)', [schemaLock]).catch(() => undefined);
  }
}

/**
 * Brings the database to the state of `migrations/`: every file in the order of the names, each in a
 * transaction, each once. Call it within `alone`. The names of those it applied.
 */
export async function migrate(client: ClientBase, from: string = folder): Promise<string[]> {
  await client.query(`
    create schema if not exists app;
    create table if not exists app.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const pending = compare(readMigrations(from), await readApplied(client));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

function readMigrations(from: string): Migration[] {
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

async function apply(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    // Rather fail than make every visitor queue behind a lock we wait for.
    await client.query(`set local lock_timeout = '2s'`);
    await client.query(sql);
    await client.query('insert into app.migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed${placeOf(error, sql)}: ${String(error)}`, {
      cause: error,
    });
  }
}

function placeOf(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` in line ${sql.slice(0, position - 1).split('\n').length}` : '';
}
