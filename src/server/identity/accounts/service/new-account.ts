import { randomUUIDv7 } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import type { Config } from '#server/config.ts';
import { deleteFactors } from '#server/identity/factors/service/remove-of-user.ts';
import type { DbTransaction, AccountKey } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { acceptNewest, hasNoOrganization, openedAccount, type UserRow } from './account.ts';
import { revokeAccess } from './session.ts';
import { deleteUnusedTokens } from './token.ts';

export type RegistrationInput = HandlerInput<(typeof accounts)['endpoints']['register']>['body'];

/** Person who registers, from the form or from a Google ID token, which proves the address. */
export type RegistrantWithPassword = Pick<RegistrationInput, 'email' | 'firstName' | 'lastName'> & {
  phone: string;
  password: string | null;
  googleSub: string | null;
  acceptsTerms?: boolean | undefined;
};

/** Person without the password, which is never stored. */
export type Registrant = Omit<RegistrantWithPassword, 'password'>;

/** Reads a registration; with Google, takes name and address from the token and ignores the form's. */
export async function readRegistration(
  config: Config,
  input: RegistrationInput,
): Promise<RegistrantWithPassword> {
  const phone = input.phone ?? '';
  const { acceptsTerms } = input;
  if (input.loginType === LoginType.Gmail) {
    const { verifyGoogleToken } = await import('./google.ts');
    const google = await verifyGoogleToken(config, input.secretSignInKey);
    const { sub: googleSub, email, givenName: firstName, familyName: lastName } = google;
    return { email, firstName, lastName, phone, password: null, googleSub, acceptsTerms };
  }
  if (input.password && input.password !== input.confirmPassword) {
    throw new Failure('account.passwordMismatch');
  }
  const { email, firstName, lastName, password = null } = input;
  return { email, firstName, lastName, phone, password, googleSub: null, acceptsTerms };
}

type AccountDefaults = {
  hash: string | null;
  locale: Locale;
  /** Acceptance that the new account takes over from another one. */
  accepted?: Pick<UserRow, 'accepted_terms' | 'accepted_privacy' | 'accepted_at'>;
};

/** Creates an account, opens it in the transaction and returns its id. */
export async function createAccount(
  tx: DbTransaction,
  person: Registrant,
  { hash, locale, accepted }: AccountDefaults,
) {
  const id = randomUUIDv7();
  tx.openAccount({ id });
  await tx.run(
    db.insertInto('users').values({
      id,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      phone: person.phone,
      password_hash: hash,
      locale,
      ...(accepted ?? (person.acceptsTerms && (await acceptNewest(tx)))),
      ...(person.googleSub !== null && {
        login_type: LoginType.Gmail,
        google_sub: person.googleSub,
        verified_at: sql`now()`,
      }),
    }),
  );
  return id;
}

/** Maps a unique violation to its refusal: of two concurrent registrations one fails in the database. */
export function toRegistrationFailure(error: unknown) {
  if (
    isUniqueViolation(error, 'users_email_key') ||
    isUniqueViolation(error, 'users_google_sub_key')
  ) {
    return new Failure('account.login.exists');
  }
  if (isUniqueViolation(error, 'tenants_name_key')) {
    return new Failure('account.verify.organizationTaken');
  }
  return error;
}

/**
 * Locks and returns the account that a registration reuses; undefined for a new person. Fails with
 * `account.login.exists` if it has an organization, or if a registration with Google does not prove it.
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
  const { nowhere } = await tx.one(db.selectNoFrom(hasNoOrganization.as('nowhere')));
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
 * set a password, and if this is the first proof, second factors and sessions of who may have prepared the account. Keeps
 * a name that the account already has.
 */
export async function linkGoogleAccount(tx: DbTransaction, known: UserRow, person: Registrant) {
  await tx.run(
    db
      .updateTable('users')
      .set({
        google_sub: person.googleSub,
        login_type: LoginType.Gmail,
        verified_at: sql`coalesce(verified_at, now())`,
        ...(person.acceptsTerms && (await acceptNewest(tx))),
        first_name: known.first_name || person.firstName,
        last_name: known.last_name || person.lastName,
      })
      .where('id', '=', known.id),
  );
  if (known.verified_at === null) {
    await deleteFactors(tx, known.id);
    await revokeAccess(tx, known.id);
  }
  await deleteUnusedTokens(tx, known.id);
}
