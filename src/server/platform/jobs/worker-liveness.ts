import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerOptions } from 'graphile-worker';
import type { Logger } from './logger.ts';

export type JobPool = NonNullable<RunnerOptions['pgPool']>;

// The lock lives as long as its session: PostgreSQL releases it when the process dies. The keepalives
// detect a machine that vanishes without closing its connections.
const takeLockQuery = `select set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  pg_advisory_lock(hashtextextended('jobs:' || $1, 0))`;

// Shared and only for the statement: two processes that check at the same time don't mistake each other
// for the worker.
const findUnlockedQuery = `with workers as materialized
    (select distinct locked_by as id from graphile_worker.jobs where locked_by is not null)
  select id from workers
    where pg_try_advisory_xact_lock_shared(hashtextextended('jobs:' || id, 0))`;

const releaseQuery = 'select graphile_worker.force_unlock_workers($1)';

/** Holds a lock that shows other workers that this one is alive, until the returned function is called. */
export function holdLivenessLock(
  pool: JobPool,
  worker: string,
  logger: Logger,
): () => Promise<void> {
  const over = Promise.withResolvers<'over'>();
  const shown = (async () => {
    for (let state = 'lost'; state !== 'over';) {
      try {
        state = await holdLock(pool, worker, over.promise);
      } catch (error) {
        logger.warn({ err: error }, 'worker liveness lock failed; retrying');
        state = await Promise.race([sleep(1_000, 'lost'), over.promise]);
      }
    }
  })();
  return () => {
    over.resolve('over');
    return shown;
  };
}

async function holdLock(pool: JobPool, worker: string, over: Promise<'over'>) {
  const client = await pool.connect();
  try {
    const lost = new Promise<'lost'>((resolve) => {
      client.once('error', () => resolve('lost'));
      client.once('end', () => resolve('lost'));
    });
    await client.query(takeLockQuery, [worker]);
    return await Promise.race([lost, over]);
  } finally {
    // Closing the session releases the lock.
    client.release(true);
  }
}

/**
 * Releases the jobs of workers that held no lock in this check and the last one: a live worker that lost
 * its connection needs a moment to reconnect. Returns the suspects for the next check.
 */
export async function releaseDeadWorkers(pool: JobPool, suspects: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(findUnlockedQuery);
  const silent = rows.map(({ id }) => id);
  const dead = silent.filter((id) => suspects.includes(id));
  if (dead.length > 0) await pool.query(releaseQuery, [dead]);
  return silent.filter((id) => !dead.includes(id));
}
