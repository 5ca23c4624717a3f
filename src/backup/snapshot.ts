import { DatabaseError, type ClientBase } from 'pg';
import { withSchemaLock } from '#server/platform/database/lifecycle/migrate.ts';
import { backupLock } from '#server/platform/files/cleanup.ts';
import type { Head } from './archive.ts';

/** Snapshot of the database. */
export type Snapshot = {
  /** Files that rows name. */
  files: string[];
} & Omit<Head, 'product' | 'format'>;

const ours = `('public', 'app', 'sandbox')`;

// Left out: data that each database creates for itself, unlogged tables, and sessions: some may have
// been revoked since for good reason. The history of the status would show the time since the backup as an outage.
const leftOut = `('app.migrations', 'app.credentials', 'public.sessions', 'app.status_measurements',
  'app.status_incidents')`;

/** Tables whose rows a backup holds. */
const tables = `
  select name, columns from (
    select nspname || '.' || relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ${ours} and relkind = 'r' and relpersistence = 'p'
  ) as found
  where name not in ${leftOut} order by name`;

const sequences = `
  select schemaname || '.' || sequencename as name, last_value as value
  from pg_sequences where schemaname in ${ours} and last_value is not null order by name`;

/** Waiting and running jobs. Jobs that failed for good are left out, since they are not retried. */
export const waitingJobs = `
  select task.identifier, job.payload, queue.queue_name, job.run_at, job.max_attempts, job.key,
    job.priority
  from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
  where job.attempts < job.max_attempts or job.locked_at is not null`;

/** Table under which a backup stores these jobs. */
export const jobs: Head['tables'][number] = {
  name: 'jobs',
  columns: ['identifier', 'payload', 'queue_name', 'run_at', 'max_attempts', 'key', 'priority'],
};

/** Tables of which a policy may hide rows from this connection. */
const veiled = `
  select pg_class.oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in ${ours} and row_security_active(oid)
    and not exists (select from pg_policies
      where schemaname = relnamespace::regnamespace::text and tablename = relname and qual = 'true'
        and permissive = 'PERMISSIVE' and cmd = 'ALL' and current_user = any (roles))`;

const picturePlaces = `
  select format('select substr(%I, 8) from %s where %I <> ''''', attname, attrelid::regclass, attname)
    as query
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where atttypid = 'app.picture'::regtype and not attisdropped and relkind = 'r'`;

/**
 * Opens a snapshot on this connection, in a transaction that stays open: meanwhile no table is altered
 * and no file that a row names is deleted. Throws while another backup runs.
 */
export async function openSnapshot(client: ClientBase): Promise<Snapshot> {
  await client.query('set idle_in_transaction_session_timeout = 0');
  await takeTurn(client);
  return withSchemaLock(client, async () => {
    const { rows } = await client.query<{ made: boolean }>(
      `select to_regclass('app.migrations') is not null as made`,
    );
    if (!rows[0]?.made) throw new Error('There is nothing to back up in this database.');
    await client.query('begin isolation level repeatable read read only');
    return look(client);
  });
}

async function takeTurn(client: ClientBase): Promise<void> {
  await client.query(`set lock_timeout = '10s'`);
  try {
    await client.query('select pg_advisory_lock($1)', [backupLock]);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '55P03')) throw error;
    throw new Error('Another backup of this database is running.', { cause: error });
  }
}

async function look(client: ClientBase): Promise<Snapshot> {
  const all = async <R extends object>(query: string) => (await client.query<R>(query)).rows;
  const hidden = await all<{ name: string }>(veiled);
  if (hidden.length > 0) {
    const names = hidden.map(({ name }) => name).join(', ');
    throw new Error(
      `Only the owner of the database sees all rows, and this is not them: ${names}.`,
    );
  }
  const found = await all<Head['tables'][number]>(tables);
  await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`);
  const [queue] = await all<{ made: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as made`,
  );
  const values = await all<{ name: string; value: string }>(sequences);
  const [moment] = await all<{ now: Date }>('select now()');
  return {
    taken: (moment?.now ?? new Date()).toISOString(),
    migrations: await all('select name, checksum from app.migrations order by name'),
    tables: queue?.made ? [...found, jobs] : found,
    sequences: values.map(({ name, value }) => ({ name, value: Number(value) })),
    files: await namedFiles(client),
  };
}

async function namedFiles(client: ClientBase): Promise<string[]> {
  const { rows: places } = await client.query<{ query: string }>(picturePlaces);
  const queries = [...places.map(({ query }) => query), 'select file from resources'];
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from (${queries.join(' union all ')}) as named (name)
     where name is not null order by name`,
  );
  return rows.map(({ name }) => name);
}
