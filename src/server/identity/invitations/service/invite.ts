import { Role } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { accountColumns } from '#server/identity/accounts/service/account.ts';
import { issueInvitation } from '#server/identity/accounts/service/token.ts';
import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import { invitationMail, toMailSender } from '#server/identity/invitations/mail.ts';
import {
  assertManages,
  selectMember,
  toMemberRecord,
  lockTenantAndGetRole,
  lockTenantAndMember,
} from '#server/identity/members/service.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import {
  type AuthSession,
  type TenantScope,
  tokenHash,
} from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { displayNameOf, nameInMail, toMailRecipient } from '#server/platform/mail/recipient.ts';

type MemberCall = { tenant: TenantScope; session: AuthSession };
export type InvitingCall = MemberCall & { statedLocale: Locale | null };
type InvitationInput = HandlerInput<(typeof invitations)['endpoints']['invite']>['body'];

/** Invites a person by mail; the invitation reserves a seat until it is accepted or removed (R-MEM-04). */
export const inviteMember = (
  context: AppContext,
  { tenant, session, body, statedLocale }: InvitingCall & { body: InvitationInput },
) =>
  tenant.runOnAccounts(async (tx) => {
    assertMayInvite(session, await lockTenantAndGetRole(tx, { tenant, session }), body.role);
    await assertAllowedDomain(tx, tenant.id, body.email);
    const locale = await invitingLocale(tx, { session, statedLocale });
    const person = await findOrCreateAccount(tx, body.email, locale);
    if (await findMembership(tx, tenant.id, person.id)) throw new Failure('tenant.existingUser');
    const id = await addInvitation(tx, { tenant: tenant.id, user: person.id, ...body });
    return sendInvitation(tx, { tenant, session, context, id });
  });

/** Returns the language for new people: that of the request, otherwise the inviter's. */
export async function invitingLocale(
  tx: DbTransaction,
  { session, statedLocale }: Omit<InvitingCall, 'tenant'>,
): Promise<Locale> {
  if (statedLocale) return statedLocale;
  const { locale } = await tx.one(accountsQuery.where('id', '=', session.user));
  return locale as Locale;
}

/**
 * Throws if the actor may not manage members of this role, a key invites above Member (R-KEY-02), or a person invites
 * an owner without a recent authentication (R-MFA-08).
 */
export function assertMayInvite(session: AuthSession, actor: Role, role: number) {
  if (session.key && role < Role.Member) throw new Failure('apiKey.inviteRole');
  assertManages(actor, role);
  assertRecentIf(role === Role.Owner, session);
}

type NewInvitation = Pick<InvitationInput, 'firstName' | 'lastName' | 'phone' | 'role'> & {
  tenant: TenantId;
  user: string;
};

/** Adds the membership of an invited person, which takes a seat; returns its id. */
export async function addInvitation(
  tx: DbTransaction,
  { tenant, user, role, firstName, lastName, phone }: NewInvitation,
) {
  const insert = db
    .insertInto('memberships')
    .values({
      tenant_id: tenant,
      user_id: user,
      role,
      status: MemberStatus.PendingInvitation,
      joined: JoinMethod.Invitation,
      first_name: firstName,
      last_name: lastName,
      phone: phone ?? '',
    })
    .returning('id');
  return (await tx.one(insert)).id;
}

/** Mails an invitation again with a new link and voids the older one (R-MEM-07). */
export const resendInvitation = (
  context: AppContext,
  { tenant, session, params: { id } }: MemberCall & { params: { id: string } },
) =>
  tenant.runOnAccounts(async (tx) => {
    const { actor, target } = await lockTenantAndMember(tx, { tenant, session, id });
    if (target.status !== MemberStatus.PendingInvitation) throw new Failure('notFound');
    assertMayInvite(session, actor, target.role);
    await assertAllowedDomain(tx, tenant.id, target.email);
    return sendInvitation(tx, { tenant, session, context, id });
  });

/** Issues the token of an invitation, which voids its older one, and mails the link. */
export async function sendInvitation(
  tx: DbTransaction,
  { tenant, session, context, id }: MemberCall & { context: AppContext; id: string },
) {
  const inviter = await tx.one(accountsQuery.where('id', '=', session.user));
  return mailInvitation(tx, { tenant: tenant.id, context, id, inviter: displayNameOf(inviter) });
}

type MailedInvitation = {
  tenant: TenantId;
  context: MailSiteContext;
  /** Id of the membership. */
  id: string;
  /** Name of who invites; null: the organization. */
  inviter: string | null;
};

/** Issues the token of an invitation, which voids its older one, and mails the link in the name of `inviter`. */
export async function mailInvitation(
  tx: DbTransaction,
  { tenant, context, id, inviter }: MailedInvitation,
) {
  const [member, organization] = await Promise.all([
    tx.one(selectMember(id)),
    tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenant)),
  ]);
  const invited = await tx.one(accountsQuery.where('id', '=', member.user_id));
  const token = await issueInvitation(tx, invited.id);
  const reader = toMailRecipient(invited, member.first_name ?? '');
  const from = toMailSender(context, organization);
  const name = inviter ?? nameInMail(organization.name);
  await enqueueMail(tx, invitationMail(reader, from, { inviter: name, token }));
  return toMemberRecord(member);
}

const accountsQuery = db.selectFrom('users').select(accountColumns);

/**
 * Returns the account of an address, creating a dormant one if there is none. Runs the same statements
 * either way, so that timing does not reveal whether the account existed (R-ACC-22).
 */
export async function findOrCreateAccount(tx: DbTransaction, email: string, locale: Locale) {
  const account = sql<{ id: string }>`select app.invited_account(${email}, ${locale}) as id`;
  return tx.one(account);
}

/** Returns the membership of a user in a tenant, in any status. */
export const findMembership = (tx: DbTransaction, tenantId: TenantId, userId: string) =>
  tx.first(
    db
      .selectFrom('memberships')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId),
  );

/**
 * Mails a new invitation link to the invited address, for the holder of a current or expired link, and
 * voids the older link. 404 if the link is unknown, or the invitation was accepted or withdrawn.
 */
export async function requestNewInvitation(context: AppContext, token: string) {
  const { database } = context;
  const invited = await database.account({ token: tokenHash(token) }, (tx) =>
    tx.first(selectInvitedAccount(token)),
  );
  if (!invited?.invited_to) throw new Failure('notFound');
  const tenantId = invited.invited_to;
  await database.tenantAccounts(tenantId, async (tx) => {
    const member = await tx.first(
      membershipsQuery
        .select('first_name')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', invited.id)
        .where('status', '=', MemberStatus.PendingInvitation),
    );
    if (!member) throw new Failure('notFound');
    const [tenant, owner] = await Promise.all([
      tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenantId)),
      tx.one(selectFirstOwner(tenantId)),
    ]);
    if (tenant.suspended_at) throw new Failure('tenant.suspended');
    const newToken = await issueInvitation(tx, invited.id);
    const reader = toMailRecipient(invited, member.first_name ?? '');
    const invitation = { inviter: displayNameOf(owner), token: newToken };
    await enqueueMail(tx, invitationMail(reader, toMailSender(context, tenant), invitation));
  });
}

const membershipsQuery = db.selectFrom('memberships');

/** Query for the invited account of an unused token, expired or not. */
export const selectInvitedAccount = (token: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(accountColumns.map((name) => `users.${name}` as const))
    .select('tokens.invited_to')
    .where('tokens.token_hash', '=', tokenHash(token))
    .where('tokens.purpose', '=', 'invitation')
    .where('tokens.used_at', 'is', null)
    .where('users.active', '=', true);

const selectFirstOwner = (tenantId: TenantId) =>
  membershipsQuery
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.first_name', 'users.last_name'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', '=', Role.Owner)
    .where('memberships.status', '=', MemberStatus.Active)
    .orderBy('memberships.id')
    .limit(1);
