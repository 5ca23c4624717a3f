import type { Pool } from 'pg';
import { createScopes, type ScopeStatements } from '#server/database/isolation/scopes.ts';
import { isDistributed } from '#server/database/lifecycle/distribute.ts';

/** Returns the logins of a database, read by its owner. */
export async function readLogins(owner: Pool) {
  const { rows } = await owner.query<{ runtime: boolean; user: string; password: string }>(
    `select true as runtime, role_name as user, password from app.credentials
     union all select false, role_name, password from app.logins where role_name ~ '^pregao_operator'`,
  );
  const login = (wanted: boolean) => rows.find(({ runtime }) => runtime === wanted);
  const none = { user: '', password: '' };
  return { runtime: login(true) ?? none, operator: login(false) ?? none };
}

/** Returns the statements that open scopes in a database, sealed with its key. */
export async function testScopes(owner: Pool): Promise<ScopeStatements> {
  const { rows } = await owner.query<{ secret: Buffer }>('select secret from app.scope_key');
  return createScopes(rows[0]?.secret ?? Buffer.alloc(0), await isDistributed(owner));
}
