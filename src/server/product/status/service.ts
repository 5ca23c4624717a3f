import type { StatusReport } from '#contract/status.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { reportOf, type StatusHistory } from './rules.ts';

/** Returns the status of the product's components now and in the last 90 days (R-OPR-31). */
export async function getStatus(database: Pick<Database, 'queryUnscoped'>): Promise<StatusReport> {
  const [row] = await database.queryUnscoped(
    sql<{ history: StatusHistory }>`select app.status_history() as history`,
  );
  return reportOf(row?.history ?? null, Date.now());
}
