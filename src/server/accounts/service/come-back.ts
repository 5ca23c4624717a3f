import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import type { Account, Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { account, type Person } from './account.ts';
import type { Introduced } from './new-person.ts';
import { voidLinks } from './token.ts';

/**
 * Whose account a registration comes back to, until the transaction ends; undefined for somebody
 * new. Who has an organization to go to, or is not proven by Google, is `account.login.exists`.
 */
export async function findReturning(tx: Transaction, person: Introduced) {
  const { email, googleSub } = person;
  const open = (by: Account) => {
    tx.openAccount(by);
    return tx.first(account.forUpdate());
  };
  const known =
    (googleSub !== null && (await open({ google: googleSub }))) || (await open({ email }));
  if (!known) return undefined;
  const question = sql<{
    nowhere: boolean;
  }>`select app.belongs_nowhere(${known.id}::uuid) as nowhere`;
  const { nowhere } = await tx.one(statement(question));
  const may = known.active && known.type === UserType.Tenant && isOpenTo(known, person);
  if (!nowhere || !may) throw new Failure('account.login.exists');
  return known;
}

/** Google speaks for its own accounts, and for an address that nobody has proven or used yet. */
const isOpenTo = (known: Person, { googleSub }: Introduced) =>
  googleSub === null ||
  known.google_sub === googleSub ||
  (known.google_sub === null && known.password_hash === null && known.verified_at === null);

/**
 * Ties a returning person to their Google account, which proves the address: mailed links that would set
 * a password end. A name that the account has stays.
 */
export async function welcomeByGoogle(tx: Transaction, known: Person, person: Introduced) {
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
  await voidLinks(tx, known.id);
}
