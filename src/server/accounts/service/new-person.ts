import { randomUUIDv7 } from 'node:crypto';
import type { accounts } from '#contract/accounts.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import type { Locale } from '#locales/locales.ts';
import type { Config } from '#server/config.ts';
import type { Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { db, sql } from '#server/database/query.ts';

export type Registration = Input<(typeof accounts)['endpoints']['register']>['body'];

/** Person who registers, from the form or from a Google ID token, which proves the address. */
export type NewPerson = Pick<Registration, 'email' | 'firstName' | 'lastName'> & {
  phone: string;
  password: string | null;
  googleSub: string | null;
};

/** Person without the password, which is never stored. */
export type Introduced = Omit<NewPerson, 'password'>;

/** Reads a registration; with Google, takes name and address from the token and ignores the form's. */
export async function introduce(config: Config, given: Registration): Promise<NewPerson> {
  const phone = given.phone ?? '';
  if (given.loginType === LoginType.Gmail) {
    const { verifyGoogleToken } = await import('./google.ts');
    const google = await verifyGoogleToken(config, given.secretSignInKey);
    const { sub: googleSub, email, givenName: firstName, familyName: lastName } = google;
    return { email, firstName, lastName, phone, password: null, googleSub };
  }
  if (given.password && given.password !== given.confirmPassword) {
    throw new Failure('account.passwordMismatch');
  }
  const { email, firstName, lastName, password = null } = given;
  return { email, firstName, lastName, phone, password, googleSub: null };
}

type Kept = { hash: string | null; locale: Locale };

/** Creates an account, opens it in the transaction and returns its id. */
export async function createPerson(tx: Transaction, person: Introduced, { hash, locale }: Kept) {
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
export const refusalOf = (error: unknown) => {
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
};
