import type { Input } from '#contract/endpoint.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { newPassword } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { LoggedIn } from '#contract/users.ts';
import {
  accountColumns,
  replacePasswordHash,
  type Person,
} from '#server/accounts/service/account.ts';
import { hashChosen } from '#server/accounts/service/guessable.ts';
import { isPassword } from '#server/accounts/service/password.ts';
import { revokeAccess, openSession } from '#server/accounts/service/session.ts';
import { consumeToken } from '#server/accounts/service/token.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql, type Row } from '#server/database/query.ts';
import { tokenHash, type Session } from '#server/http/guard.ts';
import { isDormant } from '#server/invitations/rules.ts';
import { lockTenant } from '#server/members/service.ts';
import { getSelf } from '#server/users/service/present.ts';
import { cardOf } from './link.ts';

type Acceptance = Input<(typeof invitations)['endpoints']['accept']> & {
  session: Session | null;
  userAgent: string;
};

/** Returns the invitation behind a token (R-MEM-08). */
export async function get(database: Database, token: string) {
  const { person, member, tenant } = await find(database, token);
  return {
    invitation: { user: { firstName: member.first_name ?? '', email: person.email } },
    tenant: cardOf(tenant),
    requiresVerify: isDormant(person),
  };
}

/** Accepts an invitation once and signs in to its organization (R-MEM-07). */
export async function accept(database: Database, acceptance: Acceptance): Promise<LoggedIn> {
  const { params, body, session, userAgent } = acceptance;
  const found = await find(database, params.token);
  const { person, tenant } = found;
  if (person.email.toLowerCase() !== body.email) throw new Failure('notFound');
  const hash = await prove(person, acceptance);
  const tenantId = vouch.tenant(tenant.id);
  const token = await database.tenant(tenantId, async (tx) => {
    await lockTenant(tx, tenantId);
    tx.openAccount(person);
    const used = await consumeToken(tx, ['invitation'], params.token);
    if (!used || !(await activate(tx, found.member))) throw new Failure('notFound');
    await welcome(tx, found, { body, hash });
    return session ? session.token : (await openSession(tx, person, userAgent)).token;
  });
  const user = await getSelf(database, vouch.user(person.id));
  const joined = user.tenants.find(({ tenant: { id } }) => id === tenantId);
  return { token, user: { ...user, currentTenant: joined?.tenant ?? null } };
}

type Found = { person: Person; member: Row<'memberships'>; tenant: Row<'tenants'> };

/** Returns the invitation of a token; 404 if unknown, used, expired, withdrawn or for another purpose. */
const find = async (database: Database, token: string): Promise<Found> => {
  const invited = await database.account({ token: tokenHash(token) }, (tx) =>
    tx.first(invitedBy(token)),
  );
  if (!invited?.invited_to) throw new Failure('notFound');
  const { invited_to, ...person } = invited;
  const tenantId = vouch.tenant(invited_to);
  const [[member], [tenant]] = await database.tenantRead(
    tenantId,
    db
      .selectFrom('memberships')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', person.id)
      .where('status', '=', MemberStatus.PendingInvitation),
    db.selectFrom('tenants').selectAll().where('id', '=', tenantId),
  );
  if (!member || !tenant) throw new Failure('notFound');
  return { person, member, tenant };
};

const invitedBy = (token: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(accountColumns.map((name) => `users.${name}` as const))
    .select(sql<string | null>`app.password_hash()`.as('password_hash'))
    .select('tokens.invited_to')
    .where('tokens.token_hash', '=', tokenHash(token))
    .where('tokens.purpose', '=', 'invitation')
    .where('tokens.used_at', 'is', null)
    .where('tokens.expires_at', '>', sql<Date>`now()`)
    .where('users.active', '=', true);

/**
 * Verifies that the invited person accepts: by their session or their password. A dormant account has
 * neither yet; the mailed token proves its address, and the hash of the newly chosen password is returned.
 */
const prove = async (person: Person, { session, body }: Acceptance) => {
  if (session && session.user !== person.id) throw new Failure('invitation.wrongAccount');
  if (session) return null;
  if (isDormant(person)) {
    return hashChosen({ password: chosenPassword(body), email: person.email });
  }
  if (!(await isPassword(person.password_hash, body.password ?? ''))) {
    throw new Failure('account.login.invalid');
  }
  return null;
};

const chosenPassword = ({ password, passwordConfirm }: Acceptance['body']) => {
  const chosen = newPassword.safeParse(password);
  if (!chosen.success) {
    const codes = chosen.error.issues.map(({ message }) => message as ErrorCode);
    throw new Failure('validation', { fields: { password: codes } });
  }
  if (chosen.data !== passwordConfirm) throw new Failure('account.passwordMismatch');
  return chosen.data;
};

/**
 * Activates a pending membership and drops the invitation's names; returns false if it is no longer
 * pending.
 */
const activate = async (tx: Transaction, { tenant_id, id }: Row<'memberships'>) => {
  const activated = await tx.run(
    db
      .updateTable('memberships')
      .set({ status: MemberStatus.Active, first_name: null, last_name: null, phone: null })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('status', '=', MemberStatus.PendingInvitation),
  );
  return activated === 1;
};

type Chosen = { body: Acceptance['body']; hash: string | null };

/**
 * Marks the address as verified, as the mailed token proves it, and fills empty names from the invitation.
 */
const welcome = async (
  tx: Transaction,
  { person, member, tenant }: Found,
  { body, hash }: Chosen,
) => {
  // The password changed since it was checked.
  if (!(await replacePasswordHash(tx, person.password_hash, hash ?? person.password_hash))) {
    throw new Failure('account.login.invalid');
  }
  await tx.run(
    db
      .updateTable('users')
      .set({
        first_name: body.firstName || person.first_name || (member.first_name ?? ''),
        last_name: body.lastName || person.last_name || (member.last_name ?? ''),
        phone: person.phone || (member.phone ?? ''),
        verified_at: sql`coalesce(verified_at, now())`,
        default_tenant_id: sql`coalesce(default_tenant_id, ${tenant.id})`,
      })
      .where('id', '=', person.id),
  );
  if (hash) await revokeAccess(tx, person.id);
};
