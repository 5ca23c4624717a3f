import type { Transaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';

export interface NewJob {
  /** Which task does it. */
  name: string;
  payload: unknown;
  /** A job that waits under the same key is replaced, not doubled. */
  jobKey?: string;
  /** How often it is tried before it is given up; 25 times unless told. */
  maxAttempts?: number;
  /** Not before this time. */
  runAt?: Date;
}

/** Queues a job inside the transaction: it exists when, and only when, the transaction commits. */
export async function addJob(tx: Transaction, job: NewJob): Promise<void> {
  await tx.run(
    db.selectNoFrom(({ fn, val }) =>
      fn('app.add_job', [
        val(job.name),
        val(JSON.stringify(job.payload)),
        val(job.jobKey ?? null),
        val(job.maxAttempts ?? null),
        val(job.runAt ?? null),
      ]).as('added'),
    ),
  );
}
