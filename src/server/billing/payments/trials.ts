import { Failure } from '#contract/errors.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { BillingOperation } from './billing-operations.ts';

/**
 * Claims the one trial of an organization, a person and the cards that it starts with (R-SUB-06). Throws
 * `billing.trialUsed` when one of them had one. The claims are deleted when the operation is undone.
 */
export const claimTrial = (
  database: Database,
  operation: BillingOperation,
  keys: readonly string[],
) =>
  database.system(async (tx) => {
    // Sorted, so that concurrent claims of the same keys can't deadlock.
    const wanted = [...new Set(keys)].toSorted();
    const claims = wanted.map((fingerprint) => ({
      fingerprint,
      operation_id: operation.id,
      for_tenant: operation.for_tenant,
    }));
    await tx.run(
      db
        .insertInto('billing_trials')
        .values(claims)
        .onConflict((on) => on.doNothing()),
    );
    // Counts its own claims: another operation may delete its claim between the two statements.
    const claimed = await tx.all(
      db
        .selectFrom('billing_trials')
        .select('fingerprint')
        .where('fingerprint', 'in', wanted)
        .where('operation_id', '=', operation.id),
    );
    if (claimed.length < wanted.length) throw new Failure('billing.trialUsed');
  });

/** Returns true when one of these keys has claimed a trial. */
export async function isTrialClaimed(tx: DbTransaction, keys: readonly string[]): Promise<boolean> {
  const found = await tx.first(
    db
      .selectFrom('billing_trials')
      .select('fingerprint')
      .where('fingerprint', 'in', [...keys]),
  );
  return found !== undefined;
}

/** Returns the keys that claim a trial besides cards: the organization and the person. */
export async function trialKeysOf(tx: DbTransaction, given: { tenantId: string; email: string }) {
  const { person } = await tx.one(
    sql<{ person: string }>`select app.trial_identity(${given.email}) as person`,
  );
  return [`tenant:${given.tenantId}`, person];
}
