import { createHash } from 'node:crypto';
import { escapeLiteral, type QueryConfig } from 'pg';
import type { ActorContext } from '#server/database/actor-context.ts';
import type { TenantId, UserId } from './ids.ts';

/** Account, identified by its id, email, Google id, the SHA-256 of a token issued for it, or a passkey's id. */
export type AccountKey =
  | { id: string }
  | { email: string }
  | { google: string }
  | { token: Buffer }
  | { passkey: Buffer };

/** Statements that open a scope for the length of a transaction. */
export interface ScopeStatements {
  tenant(tenant: TenantId): QueryConfig[];
  person(user: UserId): QueryConfig[];
  account(account: AccountKey): QueryConfig[];
  system(): QueryConfig[];
  /** Seals that this person enters this tenant, for `app.authorize_node_read`, which opens the scope for members only. */
  entry(user: string, tenant: string): string;
  /** Hands the actor to the audit log; opens nothing. */
  actor(actor: ActorContext): QueryConfig[];
}

/** Seconds that a sealed scope is valid; the database checks it against its own clock. */
const sealLifetimeSeconds = 60;

/** Returns the statement that sets a parameter until the transaction ends. */
type SetLocally = (parameter: string, value: string) => QueryConfig;

/** Prepared once for all values. Local (`true`): a connection back in the pool has no scope. */
const setConfig: SetLocally = (parameter, value) => ({
  name: `set_${parameter}`,
  text: `select set_config('app.${parameter}', $1, true)`,
  values: [value],
});

/** Citus repeats only this form on the nodes of the transaction (`citus.propagate_set_commands`). */
const setLocal: SetLocally = (parameter, value) => ({
  text: `set local app.${parameter} = ${escapeLiteral(value)}`,
});

/**
 * Creates the statements that open scopes. Each carries a seal (a keyed hash), which only the holder of
 * the key can compute: injected SQL can set the same settings, but the policies reject them (R-SEC-03).
 */
export function createScopes(key: Buffer, isDistributed = false): ScopeStatements {
  const set = isDistributed ? setLocal : setConfig;
  const sealOf = (text: string): string => {
    const inner = createHash('sha256').update(key).update(text).digest();
    return createHash('sha256').update(key).update(inner).digest('hex');
  };
  const seal = (kind: string, value: string): string => {
    const signed = `${value}|${Math.floor(Date.now() / 1000) + sealLifetimeSeconds}`;
    return `${signed}|${sealOf(`${kind}|${signed}`)}`;
  };
  const sealed = (kind: string, value: string): QueryConfig[] => [set(kind, seal(kind, value))];
  // Other nodes can compare with the person's organizations, but not find them.
  const openTenants: QueryConfig[] = isDistributed
    ? [{ name: 'set_scope_tenants', text: 'select app.set_scope_tenants()' }]
    : [];
  return {
    tenant: (tenant) => sealed('tenant_id', tenant),
    person: (user) => [...sealed('user_id', user), ...openTenants],
    account: (account) => sealed('account', accountKeyText(account)),
    system: () => sealed('system', 'true'),
    entry: (user, tenant) => seal('authorized_entry', `${user}/${tenant}`),
    actor: (actor) => [set('actor_context', JSON.stringify(actor))],
  };
}

const accountKeyText = (account: AccountKey): string => {
  if ('id' in account) return `id:${account.id}`;
  if ('email' in account) return `email:${account.email}`;
  if ('google' in account) return `google:${account.google}`;
  if ('passkey' in account) return `passkey:${account.passkey.toString('hex')}`;
  return `token:${account.token.toString('hex')}`;
};
