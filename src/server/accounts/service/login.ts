import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { LoginType } from '#contract/users.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { getSelf } from '#server/users/service/present.ts';
import { isPassword } from './password.ts';
import { openSession } from './session.ts';

type Credentials = { email: string; password?: string | undefined; loginType: number };

/** Signs in with email and password (section 8: the refusals in this order). */
export async function login(
  database: Database,
  { email, password, loginType }: Credentials,
  userAgent: string,
) {
  // A Google ID token proves an address only when a client id is configured.
  if (loginType === LoginType.Gmail) throw new Failure('account.login.googleUnavailable');
  const person = await database.system((tx) => tx.first(byEmail(email)));
  if (!person) throw new Failure('account.login.nonexistent');
  if (person.verified_at === null && person.password_hash === null) {
    throw new Failure('account.login.unverified');
  }
  if (!person.active || !(await isPassword(person.password_hash, password ?? ''))) {
    throw new Failure('account.login.invalid');
  }
  if (person.verified_at === null && !person.may_sign_in_unverified) {
    throw new Failure('account.login.unverified');
  }
  const user = await getSelf(database, vouch.user(person.id));
  if (person.type === UserType.Tenant && user.tenants.length === 0) {
    throw new Failure('account.login.noTenants');
  }
  const { token } = await database.system((tx) => openSession(tx, person, userAgent));
  return { user, token };
}

export const byEmail = (email: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase());

/** Whether somebody has this address. */
export const isRegistered = async (tx: Transaction, email: string) =>
  (await tx.first(byEmail(email))) !== undefined;
