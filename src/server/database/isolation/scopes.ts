import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { TenantId, UserId } from './ids.ts';

/** Account, identified by its id, email, Google id, or the SHA-256 of a token mailed to it. */
export type AccountKey =
  | { id: string }
  | { email: string }
  | { google: string }
  | { token: Buffer };

/** Statements that open a scope for the length of a transaction (migration 30). */
export interface ScopeStatements {
  tenant(tenant: TenantId): QueryConfig;
  person(user: UserId): QueryConfig;
  account(account: AccountKey): QueryConfig;
  system(): QueryConfig;
}

/** Seconds that a sealed scope is valid; the database checks it against its own clock. */
const sealLifetimeSeconds = 60;

/**
 * Creates the statements that open scopes. Each carries a seal (a keyed hash), which only the holder of
 * the key can compute: injected SQL can set the same settings, but the policies reject them (R-SEC-03).
 */
export function createScopes(key: Buffer): ScopeStatements {
  const sealOf = (text: string): string => {
    const inner = createHash('sha256').update(key).update(text).digest();
    return createHash('sha256').update(key).update(inner).digest('hex');
  };
  const sealed = (kind: string, value: string): QueryConfig => {
    const signed = `${value}|${Math.floor(Date.now() / 1000) + sealLifetimeSeconds}`;
    return {
      name: `open_${kind}`,
      // Local to the transaction (`true`): a connection back in the pool has no scope.
      text: `select set_config('app.${kind}', $1, true)`,
      values: [`${signed}|${sealOf(`${kind}|${signed}`)}`],
    };
  };
  return {
    tenant: (tenant) => sealed('tenant_id', tenant),
    person: (user) => sealed('user_id', user),
    account: (account) => sealed('account', accountKeyText(account)),
    system: () => sealed('system', 'true'),
  };
}

const accountKeyText = (account: AccountKey): string => {
  if ('id' in account) return `id:${account.id}`;
  if ('email' in account) return `email:${account.email}`;
  if ('google' in account) return `google:${account.google}`;
  return `token:${account.token.toString('hex')}`;
};
