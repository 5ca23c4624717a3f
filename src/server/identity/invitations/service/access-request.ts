import { randomUUIDv7 } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import {
  acceptNewest,
  openedAccount,
  accountColumns,
  type UserRow,
} from '#server/identity/accounts/service/account.ts';
import { issueToken } from '#server/identity/accounts/service/token.ts';
import {
  confirmAddressMail,
  accessRequestMail,
  accessAcceptedMail,
  accessRejectedMail,
  toMailSender,
} from '#server/identity/invitations/mail.ts';
import {
  lockTenant,
  selectMember,
  toMemberRecord,
  assertManages,
  deleteMembership,
  lockTenantAndMember,
} from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import {
  displayNameOf,
  toMailRecipient,
  type MailRecipient,
} from '#server/platform/mail/recipient.ts';
import { notifyOfMember } from '#server/platform/notifications/service/member-changes.ts';
import { acceptRequest, addMembership } from './add-membership.ts';
import { authenticateJoiner, type JoinRequest } from './invitee.ts';
import { findTenantByLink } from './join-link.ts';

/**
 * Joins an organization by its link, or requests to (R-MEM-11). Creates an account with this password for a
 * new address; an existing account needs its session, or its password and the second factor if one is due.
 */
export async function requestAccess(
  context: AppContext,
  request: JoinRequest,
): Promise<TenantUser> {
  const { database } = context;
  const { body, params, locale } = request;
  const tenantId = await findTenantByLink(database, params.token);
  if (body.passwordConfirm && body.passwordConfirm !== body.password) {
    throw new Failure('account.passwordMismatch');
  }
  const existing = await database.account({ email: body.email }, (tx) => tx.first(openedAccount));
  const hash = await authenticateJoiner(context, existing ?? null, request);
  const member = await database.tenantAccounts(tenantId, async (tx) => {
    const { link, tenant } = await lockJoinLink(tx, tenantId, params.token);
    if (existing) {
      tx.openAccount(existing);
      nameActor(tx, existing.id);
    }
    const account = existing ?? (await createUnverifiedAccount(tx, { ...body, hash, locale }));
    if (!account) return null;
    const person = withNames(account, body);
    const from = toMailSender(context, tenant);
    if (!existing) {
      const token = await issueToken(tx, 'verify', person.id);
      await enqueueMail(tx, confirmAddressMail(toMailRecipient(person), from, token));
    }
    const joined = await addMembership(tx, link, person);
    const isWaiting = joined.status === MemberStatus.PendingAcceptance;
    const name = displayNameOf(person);
    await notifyOfMember(tx, context, {
      ...joined,
      kind: isWaiting ? 'joinRequested' : 'joinedByLink',
      ...(isWaiting && { mail: (to: MailRecipient) => accessRequestMail(to, from, name) }),
    });
    return joined;
  });
  // A concurrent request created an account with this address: retries with it as an existing one.
  return member ?? requestAccess(context, request);
}

/** Locks the tenant and returns the link; 404 if it was disabled or reset in the meantime. */
async function lockJoinLink(tx: DbTransaction, tenantId: TenantId, token: string) {
  const [, link, tenant] = await Promise.all([
    lockTenant(tx, tenantId),
    tx.first(
      db
        .selectFrom('join_links')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('token', '=', token)
        .where('active', '=', true),
    ),
    tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenantId)),
  ]);
  if (!link || !tenant) throw new Failure('notFound');
  if (tenant.suspended_at) throw new Failure('tenant.suspended');
  return { link, tenant };
}

type NewAccount = Pick<JoinRequest['body'], 'email' | 'acceptsTerms'> & {
  hash: string | null;
  locale: Locale;
};

async function createUnverifiedAccount(
  tx: DbTransaction,
  { email, acceptsTerms, hash, locale }: NewAccount,
) {
  const id = randomUUIDv7();
  tx.openAccount({ id });
  const created = tx.first(
    db
      .insertInto('users')
      .values({
        id,
        email,
        password_hash: hash,
        locale,
        ...(acceptsTerms && (await acceptNewest(tx))),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(accountColumns),
  );
  return created.catch((error: unknown) => {
    // The account that gave the address up can still restore it: answered like an account with another password.
    const isHeld = error instanceof Failure && error.code === 'account.login.exists';
    throw isHeld ? new Failure('account.login.invalid') : error;
  });
}

/** Fills the empty names of an account from the request; a name that it has stays. */
const withNames = <P extends Pick<UserRow, 'first_name' | 'last_name'>>(
  person: P,
  { firstName, lastName }: JoinRequest['body'],
): P => ({
  ...person,
  first_name: person.first_name || (firstName ?? ''),
  last_name: person.last_name || (lastName ?? ''),
});

type AccessDecision = HandlerInput<(typeof invitations)['endpoints']['acceptUser']> & {
  tenant: TenantScope;
  session: AuthSession;
};

/** Accepts a request to join, which takes a seat, or rejects and deletes it (R-MEM-13). */
export const decideAccessRequest = (
  context: AppContext,
  { tenant, session, params, body }: AccessDecision,
) =>
  tenant.runOnAccounts(async (tx) => {
    const { actor, target } = await lockTenantAndMember(tx, { tenant, session, ...params });
    if (target.status !== MemberStatus.PendingAcceptance) throw new Failure('notFound');
    assertManages(actor, target.role);
    const [person, organization] = await Promise.all([
      tx.one(db.selectFrom('users').select(accountColumns).where('id', '=', target.user_id)),
      tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenant.id)),
    ]);
    const buildMail = body.accepted ? accessAcceptedMail : accessRejectedMail;
    await enqueueMail(tx, buildMail(toMailRecipient(person), toMailSender(context, organization)));
    if (!body.accepted) {
      await deleteMembership(tx, target);
      return null;
    }
    await acceptRequest(tx, target, person);
    return toMemberRecord(await tx.one(selectMember(target.id)));
  });
