import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { DeactivatedMembership } from '#contract/members.ts';
import type { TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { takeOverKeys } from '#server/identity/api-keys/service/take-over.ts';
import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import { sendInvitation } from '#server/identity/invitations/service/invite.ts';
import { toPublicOrganization } from '#server/identity/invitations/service/join-link.ts';
import {
  assertManages,
  lockTenant,
  lockTenantAndMember,
  selectMember,
  toMemberRecord,
} from '#server/identity/members/service.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';

/** Statuses between which members are deactivated and reactivated; invitations and requests are not. */
export type ActivationStatus = typeof MemberStatus.Active | typeof MemberStatus.Inactive;

type ActivationCall = { tenant: TenantScope; session: AuthSession; context: AppContext };

/**
 * Deactivates or reactivates a member as a manager (R-MEM-17). Triggers keep the last owner, and count the seat that
 * a reactivated member takes.
 */
export const setMemberStatus = (
  call: ActivationCall,
  { id, status, takesOver }: { id: string; status: ActivationStatus; takesOver: boolean },
): Promise<TenantUser> =>
  call.tenant.runOnAccounts(async (tx) => {
    const { actor, target } = await lockTenantAndMember(tx, { ...call, id });
    assertManages(actor, target.role as Role);
    const makesOwner = status === MemberStatus.Active && target.role === Role.Owner;
    assertRecentIf(makesOwner, call.session);
    if (takesOver) await takeOverKeys(tx, call, target.user_id);
    const changed = await changeStatus(tx, target, { status, actor: call.session.user });
    const isInvited = changed.status === MemberStatus.PendingInvitation;
    return isInvited ? sendInvitation(tx, { ...call, id }) : changed;
  });

/** Deactivates or reactivates a member of any tenant; for the operator. */
export async function setStatusOfAnyMember(
  database: Database,
  { id, status }: { id: string; status: ActivationStatus },
): Promise<TenantUser> {
  const { tenant_id } = await database.operator(async (tx) =>
    orNotFound(
      await tx.first(db.selectFrom('memberships').select('tenant_id').where('id', '=', id)),
    ),
  );
  return database.tenant(tenant_id, async (tx) => {
    const [, member] = await Promise.all([lockTenant(tx, tenant_id), tx.first(selectMember(id))]);
    return changeStatus(tx, orNotFound(member), { status });
  });
}

type StatusRow = Parameters<typeof toMemberRecord>[0];

/**
 * Changes the status of a membership under the tenant's lock; 404 for an invitation or a request. Does nothing if the
 * member has the status already. Reactivating an invitation that was never accepted makes it one again, without an email:
 * only its person may accept it, and the policy must admit them.
 */
export async function changeStatus(
  tx: DbTransaction,
  member: StatusRow,
  { status, actor }: { status: ActivationStatus; actor?: string },
): Promise<TenantUser> {
  const isMember = member.status === MemberStatus.Active || member.status === MemberStatus.Inactive;
  if (!isMember) throw new Failure('notFound');
  if (member.status === status) return toMemberRecord(member);
  const isInvitation = member.unaccepted && status === MemberStatus.Active;
  if (isInvitation) await assertAllowedDomain(tx, member.tenant_id, member.email);
  const values = {
    status: isInvitation ? MemberStatus.PendingInvitation : status,
    unaccepted: false,
  };
  await followLostRights(tx, { before: member, after: { ...member, ...values }, actor });
  await tx.run(
    db
      .updateTable('memberships')
      .set(values)
      .where('tenant_id', '=', scopeTenant)
      .where('id', '=', member.id),
  );
  return toMemberRecord({ ...member, ...values });
}

type DeactivatedRow = {
  id: string;
  tenant_id: TenantId;
  name: string;
  logo: string;
  logo_darkmode: string;
  app_theme: string;
  app_color: string;
};

/** Lists the organizations in which the caller is deactivated, by name (R-MEM-18). */
export async function listDeactivated(
  database: Database,
  { user }: AuthSession,
): Promise<DeactivatedMembership[]> {
  const rows = await database.person(user, (tx) =>
    tx.all(
      sql<DeactivatedRow>`
        select * from app.my_memberships() where status = ${MemberStatus.Inactive} and not unaccepted
        order by name, id limit 100`,
    ),
  );
  return rows.map((row) => ({ id: row.id, organization: toPublicOrganization(row) }));
}
