import { Failure } from '#contract/errors.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { Intent } from './intents.ts';

/**
 * Claims the one trial of an organization, of a person and of cards (readings, Subscriptions); refused
 * when one of them has had it. The claims belong to the intent, which gives them back when it is undone.
 */
export async function claimTrial(database: Database, intent: Intent, keys: readonly string[]) {
  const claimed = await claim(database, intent, keys);
  if (claimed.some(({ intent_id: id }) => id !== intent.id)) throw new Failure('billing.trialUsed');
}

/** Claims a card for the trial that its organization has already; refused when it had another one. */
export async function claimTrialsCard(database: Database, intent: Intent, fingerprint: string) {
  const [claimed] = await claim(database, intent, [fingerprint]);
  if (claimed?.for_tenant !== intent.for_tenant) throw new Failure('billing.trialUsed');
}

/** Whether one of these has had its trial. */
export const hadTrial = async (tx: Transaction, keys: readonly string[]): Promise<boolean> => {
  const found = await tx.first(
    db
      .selectFrom('billing_trials')
      .select('fingerprint')
      .where('fingerprint', 'in', [...keys]),
  );
  return found !== undefined;
};

/** What a trial is claimed by, besides cards: the organization and the person. */
export const trialKeysOf = async (tx: Transaction, given: { tenantId: string; email: string }) => {
  const { person } = await tx.one(
    statement(sql<{ person: string }>`select app.trial_person(${given.email}) as person`),
  );
  return [`tenant:${given.tenantId}`, person];
};

const claim = (database: Database, intent: Intent, keys: readonly string[]) =>
  database.system(async (tx) => {
    // In one order, so that two who claim the same at once do not wait for each other.
    const wanted = [...new Set(keys)].toSorted();
    const claims = wanted.map((fingerprint) => ({
      fingerprint,
      intent_id: intent.id,
      for_tenant: intent.for_tenant,
    }));
    await tx.run(
      db
        .insertInto('billing_trials')
        .values(claims)
        .onConflict((on) => on.doNothing()),
    );
    return tx.all(db.selectFrom('billing_trials').selectAll().where('fingerprint', 'in', wanted));
  });
