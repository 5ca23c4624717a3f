import type { DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';

export type NewJob = {
  /** Name of the task that runs it. */
  name: string;
  payload: unknown;
  /** A waiting job with the same key is replaced, not duplicated. */
  jobKey?: string;
  /** Maximum number of attempts; 25 by default. */
  maxAttempts?: number;
  /** Earliest time to run. */
  runAt?: Date;
};

/** Queues a job inside the transaction: it exists if and only if the transaction commits. */
export async function addJob(
  tx: DbTransaction,
  { name, payload, jobKey, maxAttempts, runAt }: NewJob,
): Promise<void> {
  await tx.run(
    sql`select app.add_job(${name}, ${JSON.stringify(payload)}, ${jobKey ?? null},
        ${maxAttempts ?? null}, ${runAt ?? null})`,
  );
}
