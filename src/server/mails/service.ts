import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { listFailedMails, retryMail } from '#server/mail/outbox.ts';

/** Returns the failed emails, newest first; for the operator. */
export async function listFailed(database: Database) {
  const failed = await database.operator(listFailedMails);
  return failed.map(({ createdAt, deadAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    deadAt: deadAt?.toISOString() ?? null,
  }));
}

/** Queues a failed email again with all its attempts; 404 when there is none. */
export async function retryFailed(database: Database, id: string) {
  const queued = await database.operator((tx) => retryMail(tx, id));
  if (!queued) throw new Failure('notFound');
}
