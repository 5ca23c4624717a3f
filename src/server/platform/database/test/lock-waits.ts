import type { Pool } from 'pg';

/** Counts the transactions of the database that wait for a lock; on Citus those of all nodes. */
export async function countLockWaits(owner: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount: citus } = await owner.query(`select from pg_extension where extname = 'citus'`);
  const waits = citus
    ? 'select distinct waiting_gpid from citus_lock_waits'
    : `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`;
  return (await owner.query(waits)).rowCount ?? 0;
}
