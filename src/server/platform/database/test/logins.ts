import type { Pool } from 'pg';
import { createScopes, type ScopeStatements } from '#server/platform/database/isolation/scopes.ts';
import { isDistributed } from '#server/platform/database/lifecycle/distribute.ts';

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
  createScopes(await isDistributed(owner));
