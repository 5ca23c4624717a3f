import type { TenantSummary } from '#contract/membership.ts';
import type { User } from '#contract/users.ts';
import { accountColumns } from '#server/accounts/service/account.ts';
import { acting } from '#server/database/acting.ts';
import type { Database, Transaction, UserId } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';
import { summaries } from '#server/tenants/service/summaries.ts';

/**
 * Returns a person with the organizations that they are an active member of, the default one as current,
 * and the operator who impersonates them.
 */
export const getSelf = (
  database: Database,
  id: UserId,
  impersonator: string | null = impersonatorOf(id),
): Promise<User> =>
  database.person(id, async (tx) => {
    const [row, trial, tenants, by] = await Promise.all([
      tx.one(person(id)),
      tx.first(trialOf(id)),
      summaries(tx, id),
      impersonator ? actor(tx, impersonator) : null,
    ]);
    return {
      ...presentUser(row, tenants),
      hadTrial: trial !== undefined,
      impersonatedBy: by && { id: by.id, email: by.email, name: nameOf(by) },
    };
  });

const actor = (tx: Transaction, id: string) => {
  tx.openAccount({ id });
  return tx.one(person(id));
};

const person = (id: string) => db.selectFrom('users').select(accountColumns).where('id', '=', id);

const trialOf = (id: string) =>
  db
    .selectFrom('users')
    .innerJoin('billing_trials', (on) =>
      on.on('billing_trials.fingerprint', '=', sql<string>`app.trial_person(users.email)`),
    )
    .select('billing_trials.created_at')
    .where('users.id', '=', id);

/** Returns the operator who impersonates this person in the current request. */
const impersonatorOf = (id: UserId) => {
  const who = acting();
  return who?.user === id ? who.impersonator : null;
};

const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`.trim();

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

/** Converts a row to the user of a reply: without password, token or hash (R-SEC-12). */
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
  hadTrial: false,
  impersonatedBy: null,
});
