import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { accountColumns } from '#server/accounts/service/account.ts';
import type { AppContext } from '#server/app-context.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { AuthSession, TenantScope } from '#server/http/contract/guard.ts';
import { accessAcceptedMail, accessRejectedMail, toMailSender } from '#server/invitations/mail.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';
import {
  assertManages,
  selectMember,
  toMemberRecord,
  deleteMembership,
  lockTenantAndMember,
} from '#server/members/service.ts';

type AccessDecision = HandlerInput<(typeof invitations)['endpoints']['acceptUser']> & {
  tenant: TenantScope;
  session: AuthSession;
};

/** Accepts a request to join, which takes a seat, or rejects and deletes it (R-MEM-13). */
export const decideAccessRequest = (
  context: AppContext,
  { tenant, session, params, body }: AccessDecision,
) =>
  tenant.run(async (tx) => {
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
    await tx.run(
      db
        .updateTable('memberships')
        .set({ status: MemberStatus.Active })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', target.id),
    );
    await tx.run(statement(sql`select app.open_by_default(${person.id}::uuid)`));
    return toMemberRecord(await tx.one(selectMember(target.id)));
  });
