import { operatorSubdomain, Role, UserType } from '#contract/access.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import { removeAnyAccount } from '#server/identity/accounts/service/remove.ts';
import { endOtherSessions } from '#server/identity/accounts/service/session.ts';
import { followLostRights } from '#server/identity/members/service/lost-rights.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, type TableRow } from '#server/platform/database/query.ts';
import { publishNotification } from '#server/platform/realtime/notifications.ts';
import { selectOperators } from './list.ts';

/**
 * Ends the rights of an operator, then deletes their account, or ends its sessions if they are a member of an
 * organization of customers, also a deactivated one. A trigger keeps the last administrator (R-OPR-11). If the second
 * step fails, the account is a customer's and can be deleted as one.
 */
export async function remove(context: AppContext, id: string) {
  const { isKept, tenant } = await context.database.operator(async (tx) => {
    orNotFound(await tx.first(selectOperators.where('id', '=', id).forUpdate()));
    // Before all writes: Citus reads no organizations after it has logged one.
    const memberships = await tx.all(membershipsOf(id));
    await tx.run(
      db
        .updateTable('users')
        .set({ type: UserType.Tenant, operator_role: null })
        .where('id', '=', id),
    );
    const own = memberships.find(({ subdomain }) => subdomain === operatorSubdomain);
    if (own) await leaveOperatorTenant(tx, own);
    return {
      tenant: own?.tenant_id,
      isKept: memberships.some((membership) => membership !== own && isMember(membership)),
    };
  });
  if (tenant) {
    await publishNotification(context.database, { kind: 'changed', topic: 'members', tenant });
  }
  if (!isKept) await removeAnyAccount(context, id);
  else await context.database.account({ id }, (tx) => endOtherSessions(tx, id, null));
}

/** Returns false for invitations and requests to join, which keep no account. */
const isMember = ({ status, joined }: Pick<TableRow<'memberships'>, 'status' | 'joined'>) =>
  status === MemberStatus.Active ||
  status === MemberStatus.Inactive ||
  joined === JoinMethod.Creator;

const membershipsOf = (user: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(['memberships.id', 'memberships.tenant_id', 'memberships.user_id'])
    .select(['memberships.role', 'memberships.status', 'memberships.joined', 'tenants.subdomain'])
    .where('memberships.user_id', '=', user);

type OwnMembership = Pick<
  TableRow<'memberships'>,
  'id' | 'tenant_id' | 'user_id' | 'role' | 'status'
>;

/** Ends a membership of the operators' organization; an owner passes it on to the oldest administrator. */
async function leaveOperatorTenant(tx: DbTransaction, before: OwnMembership) {
  const { id, tenant_id, role } = before;
  await followLostRights(tx, { before, after: null });
  if (role === Role.Owner) {
    const heir = await tx.one(
      selectOperators
        .where('operator_role', '=', 'administrator')
        .orderBy('id')
        .limit(1)
        // Not removed or demoted meanwhile.
        .forUpdate(),
    );
    const values = { role: Role.Owner, status: MemberStatus.Active };
    const promoted = await tx.run(
      db
        .updateTable('memberships')
        .set(values)
        .where('tenant_id', '=', tenant_id)
        .where('user_id', '=', heir.id),
    );
    if (promoted === 0) {
      const joined = JoinMethod.Invitation;
      await tx.run(
        db.insertInto('memberships').values({ tenant_id, user_id: heir.id, joined, ...values }),
      );
    }
  }
  await tx.run(
    db.deleteFrom('memberships').where('tenant_id', '=', tenant_id).where('id', '=', id),
  );
}
