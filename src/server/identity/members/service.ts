import { Role } from '#contract/access.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { members } from '#contract/members.ts';
import { type TenantUser } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { takeOverKeys } from '#server/identity/api-keys/service/take-over.ts';
import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { nilUuid, scopeTenant } from '#server/platform/database/isolation/ids.ts';
import {
  db,
  orNotFound,
  sql,
  type InferResult,
  type TableRow,
} from '#server/platform/database/query.ts';
import type {
  AuthSession,
  TenantReader,
  TenantScope,
} from '#server/platform/http/contract/guard.ts';
import { chunkSize, readInChunks } from '#server/platform/http/contract/list-chunks.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { notifyOfRole } from '#server/platform/notifications/service/member-changes.ts';
import { canChangeRole, canManage, changesOwners, roleErrorFor } from './rules.ts';
import { followLostRights } from './service/lost-rights.ts';

type MemberChange = HandlerInput<(typeof members)['endpoints']['update']>['body'];
/** `takesOver`: the caller takes over the keys of the member. */
type HandOver = { takesOver: boolean };

/** Lists the members of the tenant by role, Owner first, then by age (R-MEM-01); in chunks. */
export const list = (tenant: TenantReader) =>
  readInChunks(
    ({ role, id }: Pick<MemberRow, 'role' | 'id'> = beforeFirst) =>
      tenant.read(membersAfter({ role, id })),
    toMemberRecord,
  );

/** Returns one member; 404 if the tenant has none with this id. */
export async function get(tenant: TenantReader, id: string) {
  const [row] = await tenant.read(selectMember(id));
  return toMemberRecord(orNotFound(row));
}

/** Changes the role of a member, and the names and phone that the tenant keeps of them (R-MEM-16). */
export const update = (
  context: MailSiteContext,
  { tenant, session }: TenantCall,
  { id, takesOver, ...change }: MemberChange & MemberId & HandOver,
) =>
  tenant.runOnAccounts(async (tx) => {
    const { actor, target } = await lockTenantAndMember(tx, { tenant, session, id });
    if (!canChangeRole(actor, target.role as Role, change.role)) {
      throw new Failure(roleErrorFor(actor));
    }
    assertRecentIf(changesOwners(target.role, change.role), session);
    if (takesOver) await takeOverKeys(tx, { context, tenant, session }, target.user_id);
    const after = { ...target, role: change.role };
    await followLostRights(tx, { before: target, after, actor: session.user });
    await tx.run(
      db
        .updateTable('memberships')
        .set({ role: change.role, ...ownDetails(target, change) })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id),
    );
    const changed = orNotFound(await tx.first(selectMember(id)));
    if (changed.role !== target.role) {
      const { role, user_id: user } = changed;
      await notifyOfRole(tx, context, { actor: session.user, user, before: target.role, role });
    }
    return toMemberRecord(changed);
  });

/** Removes a member; every member may remove themselves, in person (R-MEM-14). */
export const remove = (
  context: MailSiteContext,
  call: TenantCall,
  { id, takesOver }: MemberId & HandOver,
) =>
  call.tenant.runOnAccounts(async (tx) => {
    const { actor, target } = await lockTenantAndMember(tx, { ...call, id });
    const isLeaving = target.user_id === call.session.user && !call.session.key;
    if (!isLeaving) assertManages(actor, target.role);
    if (takesOver) await takeOverKeys(tx, { context, ...call }, target.user_id);
    await deleteMembership(tx, target, call.session.user);
  });

/**
 * Locks the tenant row until the transaction ends. Every change of memberships takes this lock first, so
 * that they run one after another and can't deadlock.
 */
export const lockTenant = (tx: DbTransaction, tenantId: TenantId) =>
  tx.run(db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate());

/** Throws if the tenant is suspended: no one joins it then (R-OPR-13). Its lock is held, so that it stays as it is. */
export async function assertNotSuspended(tx: DbTransaction, tenantId: TenantId) {
  const suspended = db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where('suspended_at', 'is not', null);
  if (await tx.first(suspended)) throw new Failure('tenant.suspended');
}

type MemberId = { id: string };
type TenantCall = { tenant: TenantScope; session: AuthSession };

/**
 * Locks the tenant, then returns the caller's role, which may have changed while waiting for the lock: for an API key
 * that of its person, at most its own (R-KEY-03).
 */
export async function lockTenantAndGetRole(
  tx: DbTransaction,
  { tenant, session }: TenantCall,
): Promise<Role> {
  const [, actor] = await Promise.all([
    lockTenant(tx, tenant.id),
    tx.first(
      db
        .selectFrom('memberships')
        .select('role')
        .where('tenant_id', '=', tenant.id)
        .where('user_id', '=', session.user)
        .where('status', '=', MemberStatus.Active),
    ),
  ]);
  if (!actor) throw new Failure('notFound');
  return Math.max(actor.role, session.key?.role ?? Role.Owner) as Role;
}

/** Locks the tenant and returns the caller's role and the target; 404 if the tenant has no such member. */
export async function lockTenantAndMember(
  tx: DbTransaction,
  { id, ...call }: TenantCall & MemberId,
) {
  const [actor, target] = await Promise.all([
    lockTenantAndGetRole(tx, call),
    tx.first(selectMember(id)),
  ]);
  return { actor, target: orNotFound(target) };
}

/** Throws if the actor may not manage members of this role. */
export function assertManages(actor: Role, role: number) {
  if (!canManage(actor, role as Role)) throw new Failure(roleErrorFor(actor));
}

/** Deletes a membership with its invitation tokens; other memberships of the person are unaffected. */
export async function deleteMembership(
  tx: DbTransaction,
  membership: MembershipRow,
  actor?: string,
) {
  const { tenant_id, id, user_id } = membership;
  await followLostRights(tx, { before: membership, after: null, actor });
  await Promise.all([
    tx.run(db.deleteFrom('memberships').where('tenant_id', '=', tenant_id).where('id', '=', id)),
    tx.run(sql`select app.delete_invitation(${tenant_id}::uuid, ${user_id}::uuid)`),
  ]);
}

/** Query for memberships with accounts; only the columns of replies, as there may be 100,000 rows. */
export const membersWithAccounts = db
  .selectFrom('memberships as member')
  .innerJoin('users', 'users.id', 'member.user_id')
  .select(['member.tenant_id', 'member.id', 'member.user_id'])
  .select(['member.role', 'member.status', 'member.joined', 'member.unaccepted'])
  .select(['member.first_name', 'member.last_name', 'member.phone'])
  .select([
    'users.email',
    'users.avatar',
    'users.first_name as own_first_name',
    'users.last_name as own_last_name',
    'users.phone as own_phone',
  ]);

const beforeFirst = { role: -1, id: nilUuid };

const membersAfter = compileOnce(({ role, id }: { role: number; id: string }) =>
  membersWithAccounts
    .where('member.tenant_id', '=', scopeTenant)
    .where(sql<boolean>`(member.role, member.id) > (${role}, ${id}::uuid)`)
    .orderBy('member.role')
    .orderBy('member.id')
    .limit(chunkSize + 1),
);

/** Selects a member of the tenant in scope. */
export const selectMember = (id: string) =>
  membersWithAccounts.where('member.tenant_id', '=', scopeTenant).where('member.id', '=', id);

type MembershipRow = Omit<
  TableRow<'memberships'>,
  | 'active_since'
  | 'created_at'
  | 'checklist_hidden_at'
  | 'changed_at'
  | 'display_name'
  | 'external_id'
  | 'phone_numbers'
  | 'granted_by'
  | 'granted_at'
>;
type MemberRow = InferResult<typeof membersWithAccounts>[number];

/** Converts a row to a reply: names of the membership, else those of the account (R-MEM-16). */
export const toMemberRecord = (member: MemberRow): TenantUser => ({
  id: member.id,
  tenantId: member.tenant_id,
  userId: member.user_id,
  email: member.email,
  firstName: member.first_name ?? member.own_first_name,
  lastName: member.last_name ?? member.own_last_name,
  phone: member.phone ?? member.own_phone,
  role: member.role as TenantUser['role'],
  status: member.status as TenantUser['status'],
  joined: member.joined as TenantUser['joined'],
  accepted: member.status === MemberStatus.Active,
  // The picture of the account is shown only once an invitation is accepted.
  user: { avatar: isInvited(member) ? '' : member.avatar },
});

/** Returns true for invitations, deactivated ones included: what the account has is not for the organization yet. */
const isInvited = ({ status, unaccepted }: MembershipRow) =>
  status === MemberStatus.PendingInvitation || unaccepted;

/**
 * Returns the names and phone to store in the membership: null where they equal the account's. An invited
 * person's are all stored, as comparing would reveal the account.
 */
function ownDetails(member: MemberRow, { firstName, lastName, phone }: MemberChange) {
  const ownValue = (value: string, accountValue: string) =>
    value === accountValue && !isInvited(member) ? null : value;
  return {
    first_name: ownValue(firstName, member.own_first_name),
    last_name: ownValue(lastName, member.own_last_name),
    phone: ownValue(phone ?? '', member.own_phone),
  };
}
