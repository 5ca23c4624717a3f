import { UserType } from '#contract/access.ts';
import type { accounts } from '#contract/accounts.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import { LoginType, MemberStatus } from '#contract/statuses.ts';
import { assertSignedIn, challengeIfDue } from '#server/identity/factors/service/begin-sign-in.ts';
import { claimRegisteredTenants } from '#server/identity/tenants/service/create.ts';
import {
  assertMemberAtAddress,
  readUserRecord,
} from '#server/identity/users/service/user-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { openedAccount, type UserRow } from './account.ts';
import type { GoogleIdentity } from './google.ts';
import { passwordMatches, passwordMatchesConstantTime } from './password.ts';
import { openSession } from './session.ts';

/** Account whose first factor was right; `unlinked`: its Google account, which is linked when the sign-in is complete. */
type Authenticated = { person: UserRow; unlinked?: string };

type Credentials = HandlerInput<(typeof accounts)['endpoints']['login']>['body'];

/** Signs in with email and password, or with a Google ID token. */
export async function login(context: AppContext, credentials: Credentials, userAgent: string) {
  const { database } = context;
  const isGoogle = credentials.loginType === LoginType.Gmail;
  const authenticate = isGoogle ? authenticateWithGoogle : authenticateWithPassword;
  const { person, unlinked } = await authenticate(context, credentials);
  const method = isGoogle ? 'google' : 'password';
  const { user, token } = assertSignedIn(
    await database.person(trusted.userId(person.id), async (tx) => {
      tx.openAccount({ id: person.id });
      const { challenge, isRemembered } = await challengeIfDue(tx, person, { method });
      if (challenge) return challenge;
      const admitted = await admitUser(tx, person);
      const opened = await openSession(tx, person, { userAgent, method, isRemembered });
      if (unlinked) await linkGoogle(tx, person, unlinked);
      return { token: opened.token, user: admitted };
    }),
  );
  return { user, token };
}

type Admitted = Pick<UserRow, 'id' | 'type' | 'verified_at'>;

/**
 * Returns the record of an authenticated person, after claiming the organizations registered with their address in
 * the meantime: if the address is proven, because an account of an unproven one may be another person's. Throws if they
 * belong to no organization and wait for none.
 */
export const readAdmittedUser = ({ database }: AppContext, person: Admitted) =>
  database.person(trusted.userId(person.id), (tx) => admitUser(tx, person));

/** Does the same in a transaction of this person. */
async function admitUser(tx: DbTransaction, person: Admitted) {
  // Statements run in their order: the record has what was claimed, and no round trip is between them.
  const claimed = person.verified_at === null ? 0 : claimRegisteredTenants(tx, person.id);
  const [user] = await Promise.all([readUserRecord(tx, trusted.userId(person.id)), claimed]);
  assertMemberAtAddress(user);
  if (person.type === UserType.Tenant && user.tenants.length === 0) await assertAwaited(tx);
  return user;
}

/**
 * Throws unless a request to join an organization is pending: its sender may sign in to see and cancel it
 * (R-ONB-09).
 */
async function assertAwaited(tx: DbTransaction) {
  const { pending } = await tx.one(
    sql<{ pending: boolean }>`
      select exists (
        select from app.my_memberships()
        where status = ${MemberStatus.PendingAcceptance} or status = ${MemberStatus.Inactive} and not unaccepted
      ) as pending`,
  );
  if (!pending) throw new Failure('account.login.noTenants');
}

/** Audits a refused sign-in under the account of the email; stores neither email nor password. */
async function auditRefusedLogin(
  { database }: AppContext,
  email: string,
  error: unknown,
): Promise<never> {
  if (error instanceof Failure) {
    await database.account({ email }, async (tx) => {
      const person = (await tx.first(openedAccount))?.id;
      await recordAuditEvent(tx, {
        action: 'session.refused',
        ...(person && { person }),
        details: { code: error.code },
      });
    });
  }
  throw error;
}

const authenticateWithPassword = (context: AppContext, credentials: Credentials) =>
  checkPassword(context, credentials).catch((error: unknown) =>
    auditRefusedLogin(context, credentials.email, error),
  );

/** Checks email and password; the order of the refusals decides which reason is shown (R-ACC-03). */
async function checkPassword(
  context: AppContext,
  { email, password }: Credentials,
): Promise<Authenticated> {
  const { config, database } = context;
  const person = await database.account({ email }, (tx) => tx.first(openedAccount));
  const storedHash = person?.password_hash ?? null;
  const matches = config.privateAccounts
    ? await passwordMatchesConstantTime(config, storedHash, password ?? '')
    : await passwordMatches(storedHash, password ?? '');
  if (!person) throw loginFailure(context, 'account.login.nonexistent');
  if (person.verified_at === null && person.password_hash === null) {
    throw loginFailure(context, 'account.login.unverified');
  }
  if (!person.active || !matches) throw new Failure('account.login.invalid');
  if (person.verified_at === null && !person.may_sign_in_unverified) {
    throw loginFailure(context, 'account.login.unverified');
  }
  return { person };
}

/** Returns the refusal, the same one for every reason with `PRIVATE_ACCOUNTS` (R-ACC-22). */
const loginFailure = ({ config }: AppContext, code: ErrorCode) =>
  new Failure(config.privateAccounts ? 'account.login.invalid' : code);

/** Returns the account that the ID token names; ignores every other field of the request. */
async function authenticateWithGoogle(
  context: AppContext,
  { secretSignInKey }: Credentials,
): Promise<Authenticated> {
  const { config, database } = context;
  const { verifyGoogleToken } = await import('./google.ts');
  let email = '';
  try {
    const google = await verifyGoogleToken(config, secretSignInKey);
    email = google.email;
    const found = await database.account({ google: google.sub }, async (tx) => {
      const person = await tx.first(openedAccount);
      return person ? { person } : findByGoogleEmail(context, tx, google);
    });
    email = found.person.email;
    if (!found.person.active) throw new Failure('account.login.invalid');
    return found;
  } catch (error) {
    return auditRefusedLogin(context, email, error);
  }
}

/** Returns the account with the address of a Google account that is linked to none, if the two may be linked. */
async function findByGoogleEmail(
  context: AppContext,
  tx: DbTransaction,
  { sub, email }: GoogleIdentity,
): Promise<Authenticated> {
  tx.openAccount({ email });
  const person = await tx.first(openedAccount);
  if (!person) throw loginFailure(context, 'account.login.nonexistent');
  const isOfGoogle = person.login_type === LoginType.Gmail && person.verified_at !== null;
  if (!isOfGoogle || person.google_sub !== null) throw new Failure('account.login.invalid');
  return { person, unlinked: sub };
}

/**
 * Links an account to the Google account with its address, only if it was created with Google and its
 * address is verified. Otherwise a later owner of the address could take over an account that has a
 * password, and the owner of an address could sign in to an account that another person prepared for it.
 */
async function linkGoogle(tx: DbTransaction, person: UserRow, sub: string) {
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
}
