import { member, type OperatorRole, type Role } from '#contract/access.ts';
import { admissionOf, type AdmissionFacts } from '#contract/admission/admission.ts';
import {
  impersonationRefusal,
  membershipRefusal,
  operatorFactorRefusal,
} from '#contract/admission/membership.ts';
import type { HubError } from '#contract/realtime.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Connection, ConnectedUser } from './connection.ts';

/** Returns the user of a live session, which this doesn't extend; null without one. `tokenHash`: of its token at this address. */
export async function findConnectedUser(
  database: Database,
  { tokenHash, address }: Pick<ConnectedUser, 'tokenHash' | 'address'>,
): Promise<ConnectedUser | null> {
  const [found] = await database.queryUnscoped(
    sql<{ session_id: string; user_id: string }>`
      select session_id, user_id from app.authorize(${tokenHash}, null, null)`,
  );
  if (!found) return null;
  const user = await database.account({ id: found.user_id }, (tx) =>
    tx.first(
      db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email'])
        .where('id', '=', found.user_id),
    ),
  );
  if (!user) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return { session: found.session_id, user: found.user_id, name, tokenHash, address };
}

/** Rules of this installation. */
export type HubRules = {
  /** True if operators join no group without a second factor. */
  operatorsNeedFactor: boolean;
};

/** Access that a group of the hub requires: to join it, and to send to it. */
const access = member();

/**
 * Returns the rights of a connection in a tenant, by the decisions of the guard; null if its session has ended or doesn't
 * fulfil the policies, or its user is no active member. `refusal`: why it may not send, null if it may.
 * `isInPerson`: false while an operator acts as the user. Only sending uses the session and extends it: an open tab joins by
 * itself (R-ACC-19).
 */
export async function findRights(
  database: Database,
  { operatorsNeedFactor }: HubRules,
  {
    person: { tokenHash },
    tenant,
    sends,
  }: { person: ConnectedUser; tenant: string; sends: boolean },
) {
  const reads = sends ? false : null;
  const [found] = await database.queryUnscoped(
    sql<{
      tenant: TenantId;
      role: Role | null;
      tier: number;
      read_only: boolean;
      user_type: number;
      impersonator_id: string | null;
      operator_role: OperatorRole | null;
      has_factor: boolean;
      writes: boolean;
      facts: AdmissionFacts | null;
    }>`
      select ${tenant}::uuid as tenant, role, tier, read_only, user_type, impersonator_id, operator_role,
             has_factor, writes, facts
        from app.authorize(${tokenHash}, ${tenant}::uuid, ${reads}::boolean)`,
  );
  if (!found || found.role === null || admissionOf(found.facts)) return null;
  const { role, tier, read_only: readOnly, writes } = found;
  const session = {
    userType: found.user_type,
    impersonator: found.impersonator_id,
    operatorRole: found.operator_role,
    hasFactor: found.has_factor,
    writes,
  };
  // A suspended organization has the tier -1.
  const membership = { role, tier: Math.max(tier, 0), readOnly, suspended: tier < 0 };
  if (membershipRefusal(access, membership, 'GET')) return null;
  if (operatorsNeedFactor && operatorFactorRefusal(access, session)) return null;
  const refusal: HubError | null = impersonationRefusal(access, session, 'POST')
    ? 'realtime.readOnly'
    : membershipRefusal(access, membership, 'POST') && 'billing.readOnly';
  return { tenant: found.tenant, refusal, isInPerson: session.impersonator === null };
}

/**
 * Removes connections from groups (`leave`) that their user left or whose policies they no longer fulfil, and closes
 * those whose session ended (R-RTM-03, R-POL-11).
 * Rejects when the database is unavailable; the next check catches up.
 */
export async function enforceMembership(
  database: Database,
  connections: readonly Connection[],
  leave: (connection: Connection, tenant: string) => void,
) {
  const places = connections.flatMap((connection) => {
    const tenants = connection.groups.size > 0 ? [...connection.groups.keys()] : [null];
    return tenants.map((tenant) => ({ connection, tenant }));
  });
  if (places.length === 0) return;
  const sessions = places.map(({ connection }) => connection.user.session);
  const tenants = places.map(({ tenant }) => tenant);
  const found = await database.queryUnscoped(
    sql<{
      session_id: string;
      tenant_id: string | null;
      lives: boolean;
      role: number | null;
      facts: AdmissionFacts | null;
    }>`
      select distinct on (session_id, tenant_id) * from app.connection_states(${sessions}::uuid[], ${tenants}::uuid[])`,
  );
  const key = (session: string, tenant: string | null) => `${session} ${tenant ?? ''}`;
  const states = new Map(found.map((row) => [key(row.session_id, row.tenant_id), row]));
  for (const { connection, tenant } of places) {
    const state = states.get(key(connection.user.session, tenant));
    if (!state?.lives) connection.close({ mayReturn: false });
    if (tenant !== null && !(state?.lives && belongs(state))) leave(connection, tenant);
  }
}

const belongs = ({ role, facts }: { role: number | null; facts: AdmissionFacts | null }) =>
  role !== null && admissionOf(facts) === null;
