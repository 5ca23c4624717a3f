import { UserType } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import { audit } from '#server/database/audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { claimRegistered } from '#server/tenants/service/create.ts';
import { getSelf } from '#server/users/service/present.ts';
import { account, type Person } from './account.ts';
import type { GoogleIdentity } from './google.ts';
import { isPassword, isPasswordOrNobody } from './password.ts';
import { openSession } from './session.ts';

type Credentials = Input<(typeof accounts)['endpoints']['login']>['body'];

/** Signs in with email and password, or with a Google ID token. */
export async function login(house: House, credentials: Credentials, userAgent: string) {
  const { database } = house;
  const isGoogle = credentials.loginType === LoginType.Gmail;
  const person = await (isGoogle ? byGoogle : byPassword)(house, credentials).catch(
    (error: unknown) => tellRefusal(house, credentials, error),
  );
  const user = await getSelf(database, vouch.user(person.id));
  if (person.type === UserType.Tenant && user.tenants.length === 0) {
    throw await refusalWithoutTenant(house, person);
  }
  const { token } = await database.account(person, (tx) => openSession(tx, person, userAgent));
  return { user, token };
}

/**
 * Returns the refusal for an account without organization: a pending request to join one, or none at all.
 */
const refusalWithoutTenant = async ({ database }: House, { id }: Person) => {
  const { pending } = await database.person(vouch.user(id), (tx) =>
    tx.one(statement(sql<{ pending: boolean }>`select app.is_awaiting_acceptance() as pending`)),
  );
  return new Failure(pending ? 'account.login.pendingAcceptance' : 'account.login.noTenants');
};

/**
 * Audits a refused sign-in under the account of the email, without the email and password that were sent.
 */
const tellRefusal = async ({ database }: House, { email }: Credentials, error: unknown) => {
  if (error instanceof Failure) {
    await database.account({ email }, async (tx) => {
      const person = (await tx.first(account))?.id;
      await audit(tx, {
        action: 'session.refused',
        ...(person && { person }),
        details: { code: error.code },
      });
    });
  }
  throw error;
};

/** Checks email and password; the order of the refusals decides which reason is shown (R-ACC-03). */
const byPassword = async (house: House, { email, password }: Credentials) => {
  const { config, database } = house;
  const person = await database.account({ email }, (tx) => tx.first(account));
  const isKnown = config.privateAccounts ? isPasswordOrNobody : isPassword;
  const matches = await isKnown(person?.password_hash ?? null, password ?? '');
  if (!person) throw refusal(house, 'account.login.nonexistent');
  if (person.verified_at === null && person.password_hash === null) {
    throw refusal(house, 'account.login.unverified');
  }
  if (!person.active || !matches) throw new Failure('account.login.invalid');
  if (person.verified_at === null && !person.may_sign_in_unverified) {
    throw refusal(house, 'account.login.unverified');
  }
  return proven(house, person);
};

/** Returns the refusal, the same one for every reason with `PRIVATE_ACCOUNTS` (R-ACC-22). */
const refusal = ({ config }: House, code: ErrorCode) =>
  new Failure(config.privateAccounts ? 'account.login.invalid' : code);

/** Claims for an authenticated person the organizations registered with their address in the meantime. */
const proven = async ({ database }: House, person: Person) => {
  await database.account(person, (tx) => claimRegistered(tx, person.id));
  return person;
};

/** Returns the account that the ID token names; ignores every other field of the request. */
const byGoogle = async (house: House, { secretSignInKey }: Credentials) => {
  const { config, database } = house;
  const { verifyGoogleToken } = await import('./google.ts');
  const google = await verifyGoogleToken(config, secretSignInKey);
  const person = await database.account(
    { google: google.sub },
    async (tx) => (await tx.first(account)) ?? link(house, tx, google),
  );
  if (!person.active) throw new Failure('account.login.invalid');
  return proven(house, person);
};

/**
 * Links an account to the Google account with its address, only if it was created with Google and its
 * address is verified. Otherwise a later owner of the address could take over an account that has a
 * password, and the owner of an address could sign in to an account that another person prepared for it.
 */
const link = async (
  house: House,
  tx: Transaction,
  { sub, email }: GoogleIdentity,
): Promise<Person> => {
  tx.openAccount({ email });
  const person = await tx.first(account);
  if (!person) throw refusal(house, 'account.login.nonexistent');
  const linked = await tx.run(
    db
      .updateTable('users')
      .set({ google_sub: sub })
      .where('id', '=', person.id)
      .where('login_type', '=', LoginType.Gmail)
      .where('verified_at', 'is not', null)
      .where('google_sub', 'is', null),
  );
  if (linked === 0) throw new Failure('account.login.invalid');
  return { ...person, google_sub: sub };
};
