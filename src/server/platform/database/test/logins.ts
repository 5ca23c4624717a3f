import type { Pool } from 'pg';
import { isDistributed } from '#server/platform/database/cluster/distribute.ts';
import { clusterScopes } from '#server/platform/database/cluster/scopes.ts';
import { scopes, type ScopeStatements } from '#server/platform/database/isolation/scopes.ts';

/** Returns the logins of a database, read by its owner. */
export async function readLogins(owner: Pool) {
  const { rows } = await owner.query<{ user: string; password: string }>(
    'select role_name as user, password from app.credentials',
  );
  const login = (group: string) =>
    rows.find(({ user }) => user.startsWith(group)) ?? { user: '', password: '' };
  return {
    runtime: login('pregao_runtime'),
    accounts: login('pregao_accounts'),
    operator: login('pregao_operator'),
  };
}

/** Returns the statements that open scopes in a database. */
export const testScopes = async (owner: Pool): Promise<ScopeStatements> =>
  (await isDistributed(owner)) ? clusterScopes : scopes;
