import type { TenantSummary } from '#contract/membership.ts';
import type { User } from '#contract/users.ts';
import type { Database, UserId } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import { summaries } from '#server/tenants/service/summaries.ts';

/** A person with the organizations they are an active member of; the default one is current. */
export const getSelf = (database: Database, id: UserId): Promise<User> =>
  database.person(id, async (tx) => {
    const [row, tenants] = await Promise.all([
      tx.one(db.selectFrom('users').selectAll().where('id', '=', id)),
      summaries(tx, id),
    ]);
    return presentUser(row, tenants);
  });

type Person = Pick<
  Row<'users'>,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'avatar'
  | 'type'
  | 'login_type'
  | 'active'
  | 'default_tenant_id'
>;

/** A person as the wire knows them: no password, token or hash. */
export const presentUser = (row: Person, tenants: TenantSummary[]): User => ({
  id: row.id,
  username: row.email,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  avatar: row.avatar,
  type: row.type as User['type'],
  loginType: row.login_type as User['loginType'],
  active: row.active,
  defaultTenant: row.default_tenant_id,
  tenants: tenants.flatMap((tenant) =>
    tenant.currentUser
      ? [{ tenant, role: tenant.currentUser.role, status: tenant.currentUser.status }]
      : [],
  ),
  currentTenant: tenants.find(({ id }) => id === row.default_tenant_id) ?? tenants[0] ?? null,
});
