import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Database } from './database.ts';

type WatchOptions = {
  database: Database;
  owner: Pool;
  /** Called with the result of each check: what failed, or null. */
  onChecked?: (failure: unknown) => void;
  /** Milliseconds between two checks; while they fail, a tenth. */
  interval?: number;
};

/**
 * Writes a row and a message to the log of changes, which a synchronous standby must confirm, and sorts more than fits into `work_mem`: PostgreSQL writes that to a temporary file, which fails on a
 * full disk even where tables have room for another row. Without `begin`, the statements are one transaction.
 */
const writeStatements = `
  select set_config('work_mem', '64kB', true);
  insert into app.rate_limits (key, points, expire) values ('database:writable', 1, 0)
    on conflict (key) do update set points = 1;
  select pg_logical_emit_message(true, 'pregao', 'writable');
  select count(*) from (
    select from generate_series(1, 3000) as n order by md5(n::text) || repeat('x', 100) offset 0
  ) as sorted`;

/**
 * Checks every ten seconds whether the database accepts connections of the application and writes (R-OPR-17). Readiness
 * and metrics report the last result.
 */
export function watchWrites({ database, owner, onChecked, interval = 10_000 }: WatchOptions) {
  const stopping = new AbortController();
  let failure: unknown = null;
  const check = async () => {
    failure = await database
      .system(async () => undefined)
      .then(() => owner.query(writeStatements))
      .then(
        () => null,
        (error: unknown) => error,
      );
    if (!stopping.signal.aborted) onChecked?.(failure);
  };
  const watch = async () => {
    const options = { ref: false, signal: stopping.signal };
    while (!stopping.signal.aborted) {
      const pause = failure === null ? interval : interval / 10;
      const isOver = await sleep(pause, false, options).catch(() => true);
      if (!isOver) await check();
    }
  };
  void watch();
  return {
    /** Returns why the last check failed, or null. */
    failure: () => failure,
    stop: () => stopping.abort(),
  };
}
