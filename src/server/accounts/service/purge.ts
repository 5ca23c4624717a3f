import type { Task } from '#server/jobs/start-jobs.ts';

/** The owner's connections. */
interface Store {
  query(text: string, values: unknown[]): Promise<{ rowCount: number | null }>;
}

/** So many rows at a time: nothing else waits long for what is locked. */
const atOnce = 2_000;

/**
 * What is not kept for ever. Sessions that are over stay for ninety days, as they name the networks from which
 * somebody has signed in (decision 10); mailed tokens as long, as an old link says what became of it.
 */
const purges = [
  `delete from sessions where token_hash in (
     select token_hash from sessions
     where created_at < now() - interval '90 days'
       and (revoked_at is not null or expires_at <= now())
     limit $1)`,
  `delete from tokens where token_hash in (
     select token_hash from tokens
     where coalesce(used_at, expires_at) < now() - interval '90 days'
     limit $1)`,
  // Accounts that belong to no organization, not even as invited or waiting. An address that was never proven
  // goes within a day, one that was after thirty days without a sign of life.
  `delete from users where id in (
     select id from users
     where type = 1
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
  // An operation that is over no longer needs to know for whom it was: after a day nobody asks for it again
  // under its key.
  `update billing_intents set subject = 'ended:' || id where id in (
     select id from billing_intents
     where state in ('done', 'undone') and subject like 'person:%'
       and updated_at < now() - interval '1 day'
     limit $1)`,
];

/** When accounts are purged. */
export const accountCrons = { 'account.purge': '11 4 * * *' };

/** The job that deletes what is no longer needed. */
export const purgeTasks = (store: Store): Record<keyof typeof accountCrons, Task> => ({
  'account.purge': async (_payload, { signal }) => {
    for (const purge of purges) {
      let touched: number;
      do {
        signal.throwIfAborted();
        touched = (await store.query(purge, [atOnce])).rowCount ?? 0;
      } while (touched === atOnce);
    }
  },
});
