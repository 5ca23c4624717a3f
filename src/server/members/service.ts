import type { Role } from '#contract/access.ts';
import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { members } from '#contract/members.ts';
import { type TenantUser } from '#contract/membership.ts';
import { id } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { batch, type Batch } from '#server/database/batch.ts';
import { compiledOnce } from '#server/database/compiled.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { db, sql, statement, type Row } from '#server/database/query.ts';
import { searched } from '#server/database/search.ts';
import { keyset, pageOf } from '#server/http/cursor.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import { portionOf, portionSize, type Portion } from '#server/http/portions.ts';
import { canChangeRole, canManage, refusalTo } from './rules.ts';

type Change = Input<(typeof members)['endpoints']['update']>['body'];

/**
 * Lists the members of the tenant by role, Owner first, then by age (R-MEM-01); in portions, after `last`.
 */
export const list = (tenant: string, last?: Member): Batch<Portion<TenantUser>> =>
  batch([last ? nextOf({ tenant, role: last.role, id: last.id }) : firstOf({ tenant })], (rows) =>
    portionOf(rows, { present: presentMember, rest: (row) => list(tenant, row) }),
  );

/** Returns one member; 404 if the tenant has none with this id. */
export const get = (tenant: string, id: string) =>
  batch([memberOf(tenant, id)], ([row]) => presentMember(found(row)));

/** Changes the role of a member, and the names and phone that the tenant keeps of them (R-MEM-16). */
export const update = (tenant: Tenant, session: Session, { id, ...change }: Change & ById) =>
  tenant.run(async (tx) => {
    const { actor, target } = await underLock(tx, { tenant, session, id });
    if (!canChangeRole(actor, target.role as Role, change.role)) {
      throw new Failure(refusalTo(actor));
    }
    await tx.run(
      db
        .updateTable('memberships')
        .set({ role: change.role, ...detailsOf(target, change) })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id),
    );
    return presentMember(found(await tx.first(memberOf(tenant.id, id))));
  });

/** Removes a member; every member may remove themselves (R-MEM-14). */
export const remove = (tenant: Tenant, session: Session, id: string) =>
  tenant.run(async (tx) => {
    const { actor, target } = await underLock(tx, { tenant, session, id });
    if (target.user_id !== session.user) assertManages(actor, target.role);
    await takeOff(tx, target);
  });

type Range = {
  search: string;
  tenantId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** Lists the members of every tenant or of one, newest first; for the operator. */
export const listOfAll = (database: Database, { search, tenantId, cursor, limit }: Range) =>
  database.operator(async (tx) => {
    const key = sql<string>`member.id`;
    const among = { table: 'users', column: sql<string>`member.user_id` } as const;
    const { order, after } = keyset({ key, id: key, keyShape: id, descending: true, cursor });
    let query = membersWithAccounts
      .innerJoin('tenants', 'tenants.id', 'member.tenant_id')
      .select('tenants.name as tenant_name')
      .where(after)
      .where(await searched(tx, search, among))
      .orderBy(order)
      .limit(limit + 1);
    if (tenantId) query = query.where('member.tenant_id', '=', tenantId);
    const rows = await tx.all(query);
    const present = (row: (typeof rows)[number]) => ({
      ...presentMember(row),
      tenant: { id: row.tenant_id, name: row.tenant_name },
    });
    return pageOf(rows, { limit, present, position: ({ id }) => [id, id] });
  });

/** Removes a member of any tenant; for the operator. */
export const removeOfAny = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const member = found(
      await tx.first(db.selectFrom('memberships').selectAll().where('id', '=', id)),
    );
    await lockTenant(tx, member.tenant_id);
    await takeOff(tx, member);
  });

/**
 * Locks the tenant row until the transaction ends. Every change of memberships takes this lock first, so
 * that they run one after another and can't deadlock.
 */
export const lockTenant = (tx: Transaction, tenantId: string) =>
  tx.run(db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate());

type ById = { id: string };
type Deed = { tenant: Tenant; session: Session };

/** Locks the tenant, then returns the caller's role, which may have changed while waiting for the lock. */
export async function roleUnderLock(tx: Transaction, { tenant, session }: Deed): Promise<Role> {
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
  return actor.role as Role;
}

/** Locks the tenant and returns the caller's role and the target; 404 if the tenant has no such member. */
export async function underLock(tx: Transaction, { id, ...deed }: Deed & ById) {
  const [actor, target] = await Promise.all([
    roleUnderLock(tx, deed),
    tx.first(memberOf(deed.tenant.id, id)),
  ]);
  return { actor, target: found(target) };
}

const found = <T>(row: T | undefined) => {
  if (!row) throw new Failure('notFound');
  return row;
};

/** Throws if the actor may not manage members of this role. */
export function assertManages(actor: Role, role: number) {
  if (!canManage(actor, role as Role)) throw new Failure(refusalTo(actor));
}

/** Deletes a membership with its invitation tokens; other memberships of the person are unaffected. */
export async function takeOff(tx: Transaction, { tenant_id, id, user_id }: Membership) {
  await Promise.all([
    tx.run(db.deleteFrom('memberships').where('tenant_id', '=', tenant_id).where('id', '=', id)),
    tx.run(statement(sql`select app.forget_membership(${tenant_id}::uuid, ${user_id}::uuid)`)),
  ]);
}

/**
 * Query for memberships with their accounts; selects only the columns of replies, as there may be 100,000.
 */
export const membersWithAccounts = db
  .selectFrom('memberships as member')
  .innerJoin('users', 'users.id', 'member.user_id')
  .select(['member.tenant_id', 'member.id', 'member.user_id'])
  .select(['member.role', 'member.status', 'member.joined'])
  .select(['member.first_name', 'member.last_name', 'member.phone'])
  .select([
    'users.email',
    'users.avatar',
    'users.first_name as own_first_name',
    'users.last_name as own_last_name',
    'users.phone as own_phone',
  ]);

const portionIn = ({ tenant }: { tenant: string }) =>
  membersWithAccounts
    .where('member.tenant_id', '=', tenant)
    .orderBy('member.role')
    .orderBy('member.id')
    .limit(portionSize + 1);

const firstOf = compiledOnce(portionIn);
const nextOf = compiledOnce((behind: { tenant: string; role: number; id: string }) =>
  portionIn(behind).where(
    sql<boolean>`(member.role, member.id) > (${behind.role}, ${behind.id}::uuid)`,
  ),
);

export const memberOf = (tenantId: string, id: string) =>
  membersWithAccounts.where('member.tenant_id', '=', tenantId).where('member.id', '=', id);

type Account = Pick<Row<'users'>, 'email' | 'avatar'> & {
  own_first_name: string;
  own_last_name: string;
  own_phone: string;
};
type Membership = Omit<Row<'memberships'>, 'created_at'>;
export type Member = Membership & Account;

/**
 * Converts a row to the member of a reply: names of the membership, else those of the account (R-MEM-16).
 */
export const presentMember = (member: Member): TenantUser => ({
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

const isInvited = ({ status }: Membership) => status === MemberStatus.PendingInvitation;

/**
 * Returns the names and phone to store in the membership: null where they equal the account's. An invited
 * person's are all stored, as comparing would reveal the account.
 */
const detailsOf = (member: Member, { firstName, lastName, phone }: Change) => {
  const noted = (words: string, own: string) =>
    words === own && !isInvited(member) ? null : words;
  return {
    first_name: noted(firstName, member.own_first_name),
    last_name: noted(lastName, member.own_last_name),
    phone: noted(phone ?? '', member.own_phone),
  };
};
