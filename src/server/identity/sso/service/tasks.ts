import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';

/** Schedule of the tasks of this module; each minute, because kept responses name people. */
export const ssoCrons = { 'sso.purge': '* * * * *' };

const batchSize = 2_000;

/** Deletions by retention period (R-REL-08). */
const purgeStatements = [
  `delete from sso_requests where state_hash in (
     select state_hash from sso_requests where expires_at < now() limit $1)
   returning for_tenant`,
  `delete from sso_events where (tenant_id, id) in (
     select tenant_id, id from sso_events where at < now() - interval '90 days' limit $1)
   returning id`,
  // No session lasts longer than 14 days.
  `delete from sso_sessions where (tenant_id, session_id) in (
     select tenant_id, session_id from sso_sessions where created_at < now() - interval '15 days' limit $1)
   returning session_id`,
];

/** Returns the task that deletes old sign-ins (R-SSO-08). */
export const ssoTasks = (store: OwnerDatabase): Record<keyof typeof ssoCrons, Task> => ({
  'sso.purge': async (_payload, { signal }) => {
    for (const purge of purgeStatements) {
      let deleted: number;
      do {
        signal.throwIfAborted();
        deleted = (await store.query(purge, [batchSize])).rows.length;
      } while (deleted === batchSize);
    }
  },
});
