import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';

/** Connections as the owner of the database. */
type OwnerQuery = {
  query<R extends object>(
    text: string,
    values: unknown[],
  ): Promise<{ rowCount: number | null; rows: R[] }>;
};

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
  `delete from passkey_challenges where challenge_hash in (
     select challenge_hash from passkey_challenges where expires_at < now() limit $1)`,
  `delete from remembered_devices where id in (
     select id from remembered_devices where expires_at < now() limit $1)`,
  // Removes the person from finished operations: after a day no request repeats their idempotency key.
  `update billing_operations set subject = 'ended:' || id where id in (
     select id from billing_operations
     where state in ('done', 'undone', 'failed') and subject like 'person:%'
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
    let past: string | null = nilUuid;
    while (past !== null) {
      signal.throwIfAborted();
      past = await deleteUnusedAccounts(store, past);
    }
  },
});

/** Deletes accounts without a membership in the next batch; returns its last id, null after the last. */
async function deleteUnusedAccounts(store: OwnerQuery, past: string) {
  const { rows } = await store.query<{ last: string | null }>(
    'select app.delete_unused_accounts($1, $2) as last',
    [past, batchSize],
  );
  return rows[0]?.last ?? null;
}
