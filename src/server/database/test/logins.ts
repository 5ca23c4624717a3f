import type { Pool } from 'pg';
import { createScopes, type ScopeStatements } from '#server/database/isolation/scopes.ts';
import { isDistributed } from '#server/database/lifecycle/distribute.ts';

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

/** Returns the statements that open scopes in a database, sealed with its key. */
export async function testScopes(owner: Pool): Promise<ScopeStatements> {
  const { rows } = await owner.query<{ secret: Buffer }>('select secret from app.scope_key');
  return createScopes(rows[0]?.secret ?? Buffer.alloc(0), await isDistributed(owner));
}
