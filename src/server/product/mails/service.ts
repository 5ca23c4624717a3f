import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { listFailedMails } from '#server/platform/mail/outbox.ts';

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
  const query = sql<{ queued: boolean }>`select app.retry_email(${id}::uuid) as queued`;
  const { queued } = await database.operator((tx) => tx.one(query));
  if (!queued) throw new Failure('notFound');
}
