import { impersonatesReadOnly, UserType, type OperatorRole } from '#contract/access.ts';
import { admissionOf, type AdmissionFacts } from '#contract/admission/admission.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Connection, ConnectedUser } from './connection.ts';

type Caller = Pick<ConnectedUser, 'tokenHash' | 'address'> & { operatorsNeedFactor: boolean };

/** Returns the user of a live session; null without one. `tokenHash` is the hash of its token at this address. */
export async function findConnectedUser(
  database: Database,
  { tokenHash, address, operatorsNeedFactor }: Caller,
): Promise<ConnectedUser | null> {
  const [found] = await database.queryUnscoped(
    sql<{
      session_id: string;
      user_id: string;
      user_type: number;
      impersonator_id: string | null;
      has_factor: boolean;
    }>`
      select session_id, user_id, user_type, impersonator_id, has_factor
        from app.authorize(${tokenHash}, null, false)`,
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
  const isOperator = found.user_type === UserType.Admin && found.impersonator_id === null;
  const mayJoin = !operatorsNeedFactor || !isOperator || found.has_factor;
  return { session: found.session_id, user: found.user_id, name, tokenHash, address, mayJoin };
}

/**
 * Returns the rights of a connection in a tenant; null if its session has ended or doesn't fulfil the policies, or its
 * user is no active member.
 * Support reads only while it acts as a user (R-OPR-12).
 */
export async function findRights(database: Database, { tokenHash }: ConnectedUser, tenant: string) {
  const [found] = await database.queryUnscoped(
    sql<{
      tenant: TenantId;
      role: number | null;
      tier: number | null;
      impersonator_id: string | null;
      operator_role: OperatorRole | null;
      writes: boolean;
      facts: AdmissionFacts | null;
    }>`
      select ${tenant}::uuid as tenant, role, tier, impersonator_id, operator_role, writes, facts
        from app.authorize(${tokenHash}, ${tenant}::uuid, false)`,
  );
  // A suspended organization has the tier -1.
  if (!found || found.role === null || (found.tier ?? 0) < 0) return null;
  // The organization doesn't admit the session (R-POL-11).
  if (admissionOf(found.facts)) return null;
  return {
    tenant: found.tenant,
    maySend:
      found.impersonator_id === null ||
      (found.writes && !impersonatesReadOnly(found.operator_role)),
  };
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
