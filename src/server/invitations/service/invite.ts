import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { Joined, MemberStatus } from '#contract/statuses.ts';
import type { Locale } from '#locales/locales.ts';
import { accountColumns } from '#server/accounts/service/account.ts';
import { issueInvitation } from '#server/accounts/service/token.ts';
import type { Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import { fullName, invitationMail } from '#server/invitations/mail.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import {
  assertManages,
  memberOf,
  presentMember,
  roleUnderLock,
  underLock,
} from '#server/members/service.ts';

type Call = { tenant: Tenant; session: Session };
type Invite = Input<(typeof invitations)['endpoints']['invite']>['body'];

/** Invites a person by mail; the invitation reserves a seat until it is accepted or removed (R-MEM-04). */
export const invite = (
  { origin }: House,
  { tenant, session, body, locale }: Call & { body: Invite; locale: Locale },
) =>
  tenant.run(async (tx) => {
    assertManages(await roleUnderLock(tx, { tenant, session }), body.role);
    const person = await accountOf(tx, body.email, locale);
    if (await membershipOf(tx, tenant.id, person.id)) throw new Failure('tenant.existingUser');
    const { id } = await tx.one(
      db
        .insertInto('memberships')
        .values({
          tenant_id: tenant.id,
          user_id: person.id,
          role: body.role,
          status: MemberStatus.PendingInvitation,
          joined: Joined.Invitation,
          first_name: body.firstName,
          last_name: body.lastName,
          phone: body.phone ?? '',
        })
        .returning('id'),
    );
    return send(tx, { tenant, session, origin: origin(), id });
  });

/** Mails an invitation again with a new link and voids the older one (R-MEM-07). */
export const resend = (
  { origin }: House,
  { tenant, session, params: { id } }: Call & { params: { id: string } },
) =>
  tenant.run(async (tx) => {
    const { actor, target } = await underLock(tx, { tenant, session, id });
    if (target.status !== MemberStatus.PendingInvitation) throw new Failure('notFound');
    assertManages(actor, target.role);
    return send(tx, { tenant, session, origin: origin(), id });
  });

const send = async (
  tx: Transaction,
  { tenant, session, origin, id }: Call & { origin: string; id: string },
) => {
  const [member, inviter, organization] = await Promise.all([
    tx.one(memberOf(tenant.id, id)),
    tx.one(accounts.where('id', '=', session.user)),
    tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenant.id)),
  ]);
  const invited = await tx.one(accounts.where('id', '=', member.user_id));
  const token = await issueInvitation(tx, invited.id);
  const reader = readerOf(invited, member.first_name ?? '');
  const from = { tenant: organization, origin };
  await enqueue(tx, invitationMail(reader, from, { inviter: fullName(inviter), token }));
  return presentMember(member);
};

const accounts = db.selectFrom('users').select(accountColumns);

/**
 * Returns the account of an address, creating a dormant one if there is none. Runs the same statements
 * either way, so that timing does not reveal whether the account existed (R-ACC-22).
 */
const accountOf = async (tx: Transaction, email: string, locale: Locale) => {
  const account = sql<{ id: string }>`select app.invited_account(${email}, ${locale}) as id`;
  return tx.one(statement(account));
};

/** Returns the membership of a user in a tenant, in any status. */
export const membershipOf = (tx: Transaction, tenantId: string, userId: string) =>
  tx.first(
    db
      .selectFrom('memberships')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId),
  );
