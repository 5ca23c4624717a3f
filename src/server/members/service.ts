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
 * Everybody on the list of the tenant, Owner first; whoever came earlier before who came later. Behind
 * one of them, a portion at a time.
 */
export const list = (tenant: string, last?: Member): Batch<Portion<TenantUser>> =>
  batch([last ? nextOf({ tenant, role: last.role, id: last.id }) : firstOf({ tenant })], (rows) =>
    portionOf(rows, { present: presentMember, rest: (row) => list(tenant, row) }),
  );

/** One of the list; 404 when the tenant has none with this id. */
export const get = (tenant: string, id: string) =>
  batch([memberOf(tenant, id)], ([row]) => presentMember(found(row)));

/** Changes the role of a member, and what the tenant writes down about them. */
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

/** Takes a member off the list; everybody may take off themselves. */
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

/** Everybody of every tenant, or of one, the latest first; for the operator. */
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

/** Takes somebody off any tenant's list; for the operator. */
export const removeOfAny = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const member = found(
      await tx.first(db.selectFrom('memberships').selectAll().where('id', '=', id)),
    );
    await lockTenant(tx, member.tenant_id);
    await takeOff(tx, member);
  });

/**
 * Lets nobody else change who belongs to the tenant until this transaction ends. Everything that
 * does begins here, so that all wait for each other in the same order.
 */
export const lockTenant = (tx: Transaction, tenantId: string) =>
  tx.run(db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate());

type ById = { id: string };
type Deed = { tenant: Tenant; session: Session };

/** What a member may do now: the lock may have been waited for, and the role lost meanwhile. */
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

/** The role of who acts and the member acted upon; 404 when the tenant has none with this id. */
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

/** Refuses whoever may not deal with members of this role. */
export function assertManages(actor: Role, role: number) {
  if (!canManage(actor, role as Role)) throw new Failure(refusalTo(actor));
}

/** Ends a membership and what led to it; the person stays whatever they are elsewhere. */
export async function takeOff(tx: Transaction, { tenant_id, id, user_id }: Membership) {
  await Promise.all([
    tx.run(db.deleteFrom('memberships').where('tenant_id', '=', tenant_id).where('id', '=', id)),
    tx.run(statement(sql`select app.forget_membership(${tenant_id}::uuid, ${user_id}::uuid)`)),
  ]);
}

/** Memberships with the accounts behind them: what the wire knows, as there may be 100,000 of them. */
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

/** A member as the wire knows them: the tenant's words about them, or else their own. */
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
  // Whoever was only invited has not shown their face here.
  user: { avatar: isInvited(member) ? '' : member.avatar },
});

const isInvited = ({ status }: Membership) => status === MemberStatus.PendingInvitation;

/** What differs from the account; of the invited everything, as their account is not ours to see. */
const detailsOf = (member: Member, { firstName, lastName, phone }: Change) => {
  const noted = (words: string, own: string) =>
    words === own && !isInvited(member) ? null : words;
  return {
    first_name: noted(firstName, member.own_first_name),
    last_name: noted(lastName, member.own_last_name),
    phone: noted(phone ?? '', member.own_phone),
  };
};
