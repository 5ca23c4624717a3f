import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { announceTasks } from './announce.ts';
import { digestTasks, type DigestContext } from './digest.ts';

/** Schedule of the tasks of this module; the digest is sent at seven in the morning in São Paulo. */
export const notificationCrons = {
  'notifications.digest': '0 10 * * *',
  'notifications.announce': '* * * * *',
  'notifications.purge': '37 3 * * *',
};

/** Number of rows per statement, so that row locks are short. */
const batchSize = 2_000;

/** Deletions by retention period (R-REL-08). */
const purgeStatements = [
  `delete from notifications where (tenant_id, user_id, id) in (
     select tenant_id, user_id, id from notifications
     where created_at < now() - interval '90 days' limit $1)
   returning id`,
  `delete from chat_messages where (tenant_id, position) in (
     select tenant_id, position from chat_messages
     where created_at < now() - interval '90 days' limit $1)
   returning position`,
];

/** Returns the tasks of this module: the digest, announcements, and the end of the retention period. */
export const notificationTasks = (
  store: OwnerDatabase,
  context: DigestContext,
): Record<keyof typeof notificationCrons, Task> => ({
  ...digestTasks(store, context),
  ...announceTasks(store, context),
  'notifications.purge': async (_payload, { signal }) => {
    for (const purge of purgeStatements) {
      let deleted: number;
      do {
        signal.throwIfAborted();
        deleted = (await store.query(purge, [batchSize])).rows.length;
      } while (deleted === batchSize);
    }
  },
});
