import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { invitations } from '#contract/invitations.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { accountColumns } from '#server/accounts/service/account.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import { acceptedMail, rejectedMail } from '#server/invitations/mail.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import {
  assertManages,
  memberOf,
  presentMember,
  takeOff,
  underLock,
} from '#server/members/service.ts';

type Answer = Input<(typeof invitations)['endpoints']['acceptUser']> & {
  tenant: Tenant;
  session: Session;
};

/** Accepts a request to join, which takes a seat, or rejects and deletes it (R-MEM-13). */
export const acceptUser = ({ origin }: House, { tenant, session, params, body }: Answer) =>
  tenant.run(async (tx) => {
    const { actor, target } = await underLock(tx, { tenant, session, ...params });
    if (target.status !== MemberStatus.PendingAcceptance) throw new Failure('notFound');
    assertManages(actor, target.role);
    const [person, organization] = await Promise.all([
      tx.one(db.selectFrom('users').select(accountColumns).where('id', '=', target.user_id)),
      tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenant.id)),
    ]);
    const letter = body.accepted ? acceptedMail : rejectedMail;
    await enqueue(tx, letter(readerOf(person), { tenant: organization, origin: origin() }));
    if (!body.accepted) {
      await takeOff(tx, target);
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
    return presentMember(await tx.one(memberOf(tenant.id, target.id)));
  });
