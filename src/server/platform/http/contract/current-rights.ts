import type { OperatorRole } from '#contract/access.ts';
import type { ApiScope } from '#contract/api-keys/scopes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { authorizeKey } from './authorize-key.ts';
import { sessionHash } from './caller.ts';
import type { AuthSession } from './permissions.ts';

/** Aborts an export in progress, so that the client sees a broken download instead of a complete file. */
export class PermissionRevoked extends Error {
  override name = 'RightsEnded';
}

type CurrentRights = {
  user_type: number;
  role: number | null;
  operator_role: OperatorRole | null;
};

type RightsRequest = {
  /** Organization that is read; null: none. */
  tenant: string | null;
  /** Scope that an API key needs; null: keys have no rights. */
  scope: ApiScope | null;
};

/** Returns the caller's current rights, which may be revoked during a long export; undefined without a live session. */
export async function loadCurrentRights(
  database: Database,
  { token, address, key }: AuthSession,
  { tenant, scope }: RightsRequest,
): Promise<CurrentRights | undefined> {
  if (key) return authorizeKey(database, { secret: token, named: tenant, scope });
  const query = sql<CurrentRights>`
    select user_type, role, operator_role
      from app.authorize(${sessionHash(token, address)}, ${tenant}::uuid, false)`;
  const [rights] = await database.queryUnscoped(query);
  return rights;
}
