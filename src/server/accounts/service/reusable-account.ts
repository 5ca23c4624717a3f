import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import type { AccountKey, DbTransaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { openedAccount, type UserRow } from './account.ts';
import type { Registrant } from './new-account.ts';
import { deleteUnusedTokens } from './token.ts';

/**
 * Locks and returns the account that a registration reuses, for the rest of the transaction; undefined for
 * a new person. Fails with `account.login.exists` if the account has an organization, or if a registration
 * with Google does not prove it.
 */
export async function lockReusableAccount(tx: DbTransaction, person: Registrant) {
  const { email, googleSub } = person;
  const openAndLock = (key: AccountKey) => {
    tx.openAccount(key);
    return tx.first(openedAccount.forUpdate());
  };
  const known =
    (googleSub !== null && (await openAndLock({ google: googleSub }))) ||
    (await openAndLock({ email }));
  if (!known) return undefined;
  const query = sql<{
    nowhere: boolean;
  }>`select app.belongs_nowhere(${known.id}::uuid) as nowhere`;
  const { nowhere } = await tx.one(statement(query));
  const isReusable =
    known.active && known.type === UserType.Tenant && canReuseAccount(known, person);
  if (!nowhere || !isReusable) throw new Failure('account.login.exists');
  return known;
}

/**
 * Returns true without Google (a mailed link proves the address), and with Google for its own account or
 * one that has neither a password nor a verified address.
 */
const canReuseAccount = (known: UserRow, { googleSub }: Registrant) =>
  googleSub === null ||
  known.google_sub === googleSub ||
  (known.google_sub === null && known.password_hash === null && known.verified_at === null);

/**
 * Links a returning account to its Google account, which proves the address: voids mailed links that would
 * set a password. Keeps a name that the account already has.
 */
export async function linkGoogleAccount(tx: DbTransaction, known: UserRow, person: Registrant) {
  await tx.run(
    db
      .updateTable('users')
      .set({
        google_sub: person.googleSub,
        login_type: LoginType.Gmail,
        verified_at: sql`coalesce(verified_at, now())`,
        first_name: known.first_name || person.firstName,
        last_name: known.last_name || person.lastName,
      })
      .where('id', '=', known.id),
  );
  await deleteUnusedTokens(tx, known.id);
}
