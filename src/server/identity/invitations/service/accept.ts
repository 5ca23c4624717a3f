import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { SignInReply } from '#contract/users.ts';
import {
  acceptNewest,
  replacePasswordHash,
  type UserRow,
} from '#server/identity/accounts/service/account.ts';
import { revokeAccess, toLoggedInReply } from '#server/identity/accounts/service/session.ts';
import { consumeToken } from '#server/identity/accounts/service/token.ts';
import { assertSignedIn, beginSignIn } from '#server/identity/factors/service/begin-sign-in.ts';
import { isDormantAccount } from '#server/identity/invitations/rules.ts';
import { assertNotSuspended, lockTenant } from '#server/identity/members/service.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { notifyOfMember } from '#server/platform/notifications/service/member-changes.ts';
import { selectInvitedAccount } from './invite.ts';
import { authenticateInvitee, type Acceptance } from './invitee.ts';
import { toPublicOrganization } from './join-link.ts';

/** Returns the invitation behind a token (R-MEM-08). */
export async function get(database: Database, token: string) {
  const { person, member, tenant } = await findInvitation(database, token);
  return {
    invitation: { user: { firstName: member.first_name ?? '', email: person.email } },
    tenant: toPublicOrganization(tenant),
    requiresVerify: isDormantAccount(person),
  };
}

/** Accepts an invitation once and signs in to its organization (R-MEM-07), after the second factor if one is due. */
export async function acceptInvitation(
  context: AppContext,
  acceptance: Acceptance,
): Promise<SignInReply> {
  const { config, database } = context;
  const { params, body, session, userAgent, locale } = acceptance;
  const invitation = await findInvitation(database, params.token);
  const { person, tenant } = invitation;
  if (person.email.toLowerCase() !== body.email) throw new Failure('notFound');
  const hash = await authenticateInvitee(config, person, acceptance);
  const tenantId = tenant.id;
  const signedIn = await database.tenantAccounts(tenantId, async (tx) => {
    await lockTenant(tx, tenantId);
    await assertNotSuspended(tx, tenantId);
    await assertAllowedDomain(tx, tenantId, person.email);
    tx.openAccount(person);
    const first = { method: 'password', userAgent, repeats: 1 } as const;
    const signedIn = session ?? (await beginSignIn(tx, person, first));
    if ('challenge' in signedIn) return signedIn;
    const used = await consumeToken(tx, ['invitation'], params.token);
    if (!used || !(await activateMembership(tx, invitation.member))) throw new Failure('notFound');
    await updateInvitedAccount(tx, invitation, { body, hash, locale, session: signedIn.id });
    const { id, role } = invitation.member;
    const kind = 'invitationAccepted';
    await notifyOfMember(tx, context, { kind, id, userId: person.id, role });
    return signedIn;
  });
  const { token, user } = await toLoggedInReply(database, assertSignedIn(signedIn));
  const joined = user.tenants.find(({ tenant: { id } }) => id === tenantId);
  return { token, user: { ...user, currentTenant: joined?.tenant ?? null } };
}

type InvitationRows = {
  person: UserRow;
  member: TableRow<'memberships'>;
  tenant: TableRow<'tenants'>;
};

/** Returns the invitation of a token; 404 if unknown, used, expired, withdrawn or for another purpose. */
async function findInvitation(database: Database, token: string): Promise<InvitationRows> {
  const row = await database.account({ token: tokenHash(token) }, (tx) =>
    tx.first(invitedAccount(token)),
  );
  if (!row?.invited_to) throw new Failure('notFound');
  const { invited_to: tenantId, ...person } = row;
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
}

const invitedAccount = (token: string) =>
  selectInvitedAccount(token)
    .select('users.password_hash')
    .where('tokens.expires_at', '>', sql<Date>`now()`);

/** Activates a pending membership, drops the invitation's names; returns false if not pending. */
async function activateMembership(tx: DbTransaction, { tenant_id, id }: TableRow<'memberships'>) {
  const activated = await tx.run(
    db
      .updateTable('memberships')
      .set({ status: MemberStatus.Active, first_name: null, last_name: null, phone: null })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('status', '=', MemberStatus.PendingInvitation),
  );
  return activated === 1;
}

type AcceptedInput = Pick<Acceptance, 'body' | 'locale'> & { hash: string | null; session: string };

/**
 * Marks the address as verified, as the mailed token proves it, and fills empty names from the invitation.
 * A new account gets the language in which its owner accepts, instead of the inviter's.
 */
async function updateInvitedAccount(
  tx: DbTransaction,
  { person, member, tenant }: InvitationRows,
  { body, hash, locale, session }: AcceptedInput,
) {
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
        ...(hash !== null && { locale }),
        ...(body.acceptsTerms && (await acceptNewest(tx))),
        verified_at: sql`coalesce(verified_at, now())`,
        default_tenant_id: sql`coalesce(default_tenant_id, ${tenant.id})`,
      })
      .where('id', '=', person.id),
  );
  if (hash) await revokeAccess(tx, person.id, session);
}
