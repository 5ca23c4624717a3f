import { UserType } from '#contract/access.ts';
import {
  readLegalVersions,
  toAcceptanceColumns,
  type VersionByKind,
  type UserRow,
} from '#server/identity/accounts/service/account.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

type AcceptedColumns = Pick<UserRow, 'type' | 'accepted_terms' | 'accepted_privacy'>;

/**
 * Returns the versions that a person must accept; null if they have accepted what is required, and for
 * operators (R-LEG-04).
 */
export async function findDueAcceptance(
  tx: DbTransaction,
  { type, accepted_terms, accepted_privacy }: AcceptedColumns,
): Promise<VersionByKind | null> {
  if (type === UserType.Admin) return null;
  const { newest, required } = await readLegalVersions(tx);
  const isDue =
    (accepted_terms ?? 0) < required.terms || (accepted_privacy ?? 0) < required.privacy;
  return isDue ? newest : null;
}

/** Records the versions that the caller accepts; a version that doesn't exist counts as the newest. */
export const accept = (database: Database, { user }: AuthSession, given: VersionByKind) =>
  database.account({ id: user }, async (tx) => {
    const { newest } = await readLegalVersions(tx);
    const versions = {
      terms: Math.min(given.terms, newest.terms),
      privacy: Math.min(given.privacy, newest.privacy),
    };
    await tx.run(db.updateTable('users').set(toAcceptanceColumns(versions)).where('id', '=', user));
  });
