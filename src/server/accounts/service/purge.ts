import { UserType } from '#contract/access.ts';
import type { Task } from '#server/jobs/start-jobs.ts';

/** Connections as the owner of the database. */
interface OwnerQuery {
  query(text: string, values: unknown[]): Promise<{ rowCount: number | null }>;
}

/** Number of rows per statement, so that row locks are short. */
const batchSize = 2_000;

/**
 * Deletions by retention period (R-REL-08). Ended sessions stay for ninety days: they name the networks
 * of earlier sign-ins (decisions/0010). Mailed tokens too, so that an old link can report its state.
 */
const purgeStatements = [
  `delete from sessions where token_hash in (
     select token_hash from sessions
     where created_at < now() - interval '90 days'
       and (revoked_at is not null or expires_at <= now())
     limit $1)`,
  `delete from tokens where token_hash in (
     select token_hash from tokens
     where coalesce(used_at, expires_at) < now() - interval '90 days'
     limit $1)`,
  // Accounts without any membership, not even an invitation or a request: unverified ones after a day,
  // verified ones after thirty days without a session.
  `delete from users where id in (
     select id from users
     where type = ${UserType.Tenant}
       and created_at < now() - case
         when verified_at is null then interval '1 day' else interval '30 days' end
       and not exists (select from memberships where user_id = users.id)
       and not exists (
         select from sessions
         where user_id = users.id and greatest(created_at, least(expires_at, revoked_at))
           > now() - interval '30 days')
       and not exists (
         select from tokens
         where user_id = users.id and used_at is null and expires_at > now())
       and not exists (
         select from billing_intents
         where user_id = users.id and state in ('open', 'authenticating'))
     limit $1)`,
  // Removes the person from finished operations: after a day no request repeats their idempotency key.
  `update billing_intents set subject = 'ended:' || id where id in (
     select id from billing_intents
     where state in ('done', 'undone') and subject like 'person:%'
       and updated_at < now() - interval '1 day'
     limit $1)`,
];

/** Schedule of the purge. */
export const accountCrons = { 'account.purge': '11 4 * * *' };

/** Returns the job that deletes expired data in batches. */
export const accountPurgeTasks = (store: OwnerQuery): Record<keyof typeof accountCrons, Task> => ({
  'account.purge': async (_payload, { signal }) => {
    for (const purge of purgeStatements) {
      let deleted: number;
      do {
        signal.throwIfAborted();
        deleted = (await store.query(purge, [batchSize])).rowCount ?? 0;
      } while (deleted === batchSize);
    }
  },
});
