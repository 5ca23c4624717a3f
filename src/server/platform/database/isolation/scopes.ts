import type { QueryConfig } from 'pg';
import type { ActorContext } from '#server/platform/database/actor-context.ts';
import type { TenantId, UserId } from './ids.ts';

/** Account, identified by its id, email, Google id, the SHA-256 of a token issued for it, or a passkey's id. */
export type AccountKey =
  | { id: string }
  | { email: string }
  | { google: string }
  | { token: Buffer }
  | { passkey: Buffer };

/** Statements that open a scope for the length of a transaction. */
export type ScopeStatements = {
  tenant(tenant: TenantId): QueryConfig[];
  person(user: UserId): QueryConfig[];
  account(account: AccountKey): QueryConfig[];
  system(): QueryConfig[];
  /** Hands the actor to the audit log; opens nothing. */
  actor(actor: ActorContext): QueryConfig[];
};

/** Returns the statement that sets a parameter until the transaction ends: a connection back in the pool has no scope. */
const set = (parameter: string, value: string): QueryConfig => ({
  name: `set_${parameter}`,
  text: `select set_config('app.${parameter}', $1, true)`,
  values: [value],
});

/** Statements that open scopes: settings, on which the policies depend (decision 90, R-SEC-03). */
export const scopes: ScopeStatements = {
  tenant: (tenant) => [set('tenant_id', tenant)],
  person: (user) => [set('user_id', user)],
  account: (account) => [
    'id' in account ? set('account_id', account.id) : findAccount(...nameOf(account)),
  ],
  system: () => [set('system', 'true')],
  actor: (actor) => [set('actor_context', JSON.stringify(actor))],
};

const findAccount = (...values: [kind: string, value: string]): QueryConfig => ({
  name: 'open_account',
  text: 'select app.open_account($1, $2)',
  values,
});

function nameOf(account: Exclude<AccountKey, { id: string }>): [kind: string, value: string] {
  if ('email' in account) return ['email', account.email];
  if ('google' in account) return ['google', account.google];
  if ('passkey' in account) return ['passkey', account.passkey.toString('hex')];
  return ['token', account.token.toString('hex')];
}
