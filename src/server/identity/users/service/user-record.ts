import { impersonatesReadOnly } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { TenantSummary } from '#contract/membership.ts';
import type { User } from '#contract/users.ts';
import { accountColumns } from '#server/identity/accounts/service/account.ts';
import { findDueAcceptance } from '#server/identity/legal/service/acceptance.ts';
import { listTenantSummaries } from '#server/identity/tenants/service/summaries.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import type { Database, DbTransaction, UserId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';

/** Returns a person with their active memberships, default organization and impersonating operator. */
export const getUserRecord = (
  database: Database,
  id: UserId,
  impersonator: string | null = impersonatorOf(id),
): Promise<User> => database.person(id, (tx) => readUserRecord(tx, id, impersonator));

/** Does the same in a transaction of this person. */
export async function readUserRecord(
  tx: DbTransaction,
  id: UserId,
  impersonator: string | null = impersonatorOf(id),
): Promise<User> {
  const [row, trial, tenants, impersonatorRow] = await Promise.all([
    tx.one(selectUser(id)),
    tx.first(selectTrial(id)),
    listTenantSummaries(tx, id),
    impersonator ? selectImpersonator(tx, impersonator) : null,
  ]);
  return {
    ...toUserRecord(row, atAddress(tenants)),
    hadTrial: trial !== undefined,
    mustAccept: await findDueAcceptance(tx, row),
    impersonatedBy: impersonatorRow && {
      id: impersonatorRow.id,
      email: impersonatorRow.email,
      name: personName(impersonatorRow),
      ...writingOf(impersonatorRow.operator_role as User['operatorRole']),
    },
  };
}

/** Returns whether the operator of the current request may change data, or may switch to that. */
function writingOf(role: User['operatorRole']) {
  const mayWrite = !impersonatesReadOnly(role);
  return { readOnly: !(mayWrite && currentActor()?.writes), mayWrite };
}

/** Returns all organizations; at the own address of one, only that one (R-ADR-03). */
function atAddress(tenants: TenantSummary[]) {
  const address = currentActor()?.address;
  return address === undefined ? tenants : tenants.filter(({ id }) => id === address);
}

/**
 * Throws at the own address of an organization unless the person is one of its members (R-ADR-04). Their session would
 * show them nothing there.
 */
export function assertMemberAtAddress({ tenants }: Pick<User, 'tenants'>) {
  if (currentActor()?.address === undefined) return;
  if (tenants.length === 0) throw new Failure('account.login.notMember');
}

function selectImpersonator(tx: DbTransaction, id: string) {
  tx.openAccount({ id });
  return tx.one(selectUser(id));
}

const selectUser = (id: string) =>
  db.selectFrom('users').select(accountColumns).where('id', '=', id);

const selectTrial = (id: string) =>
  db
    .selectFrom('users')
    .innerJoin('billing_trials', (on) =>
      on.on('billing_trials.fingerprint', '=', sql<string>`app.trial_identity(users.email)`),
    )
    .select('billing_trials.created_at')
    .where('users.id', '=', id);

/** Returns the operator who impersonates this person in the current request. */
function impersonatorOf(id: UserId) {
  const who = currentActor();
  return who?.user === id ? who.impersonator : null;
}

const personName = ({ first_name, last_name }: UserColumns) => `${first_name} ${last_name}`.trim();

type UserColumns = Pick<
  TableRow<'users'>,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'avatar'
  | 'type'
  | 'operator_role'
  | 'login_type'
  | 'active'
  | 'time_zone'
  | 'default_tenant_id'
>;

/** Converts a row to the user of a reply: without password, token or hash (R-SEC-12). */
export const toUserRecord = (row: UserColumns, tenants: TenantSummary[]): User => ({
  id: row.id,
  username: row.email,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  avatar: row.avatar,
  type: row.type as User['type'],
  operatorRole: row.operator_role as User['operatorRole'],
  loginType: row.login_type as User['loginType'],
  active: row.active,
  timeZone: row.time_zone,
  defaultTenant: row.default_tenant_id,
  tenants: tenants.flatMap((tenant) =>
    tenant.currentUser
      ? [{ tenant, role: tenant.currentUser.role, status: tenant.currentUser.status }]
      : [],
  ),
  currentTenant: tenants.find(({ id }) => id === row.default_tenant_id) ?? tenants[0] ?? null,
  hadTrial: false,
  mustAccept: null,
  impersonatedBy: null,
});
