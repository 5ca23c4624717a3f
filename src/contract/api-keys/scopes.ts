import type { Effect, Endpoint } from '#contract/endpoint.ts';

/**
 * Rights of API keys: to read, to change or to delete one kind of record. All others are for people alone: accounts,
 * payments, sign-in, policies, keys, roles, ways to join, and the records of one person (R-KEY-02).
 */
export const apiScopes = [
  'organization:read',
  'members:read',
  'members:delete',
  'invitations:read',
  'invitations:write',
  'transactions:read',
  'transactions:write',
  'transactions:delete',
  'resources:read',
  'subscription:read',
  'billing:read',
  'billing:write',
  'usage:read',
  'audit:read',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** First part of a scope, by the name of the subject whose calls it covers. */
const nouns: Readonly<Record<string, string>> = {
  Tenant: 'organization',
  TenantUsers: 'members',
  TenantUserInvitation: 'invitations',
  Transaction: 'transactions',
  Comment: 'transactions',
  TransactionImport: 'transactions',
  Resource: 'resources',
  SubscriptionManager: 'subscription',
  Billing: 'billing',
  Usage: 'usage',
  Audit: 'audit',
};

/** Last part of a scope, by the effect of a call. */
const verbs = {
  adds: 'write',
  changes: 'write',
  invites: 'write',
  deletes: 'delete',
} satisfies Record<Effect, string>;

/** Returns true for a call that changes nothing, though its method may not be GET. */
export const isRead = ({ access, method }: Pick<Endpoint, 'access' | 'method'>) =>
  method === 'GET' || ('changesNothing' in access && access.changesNothing === true);

const verbOf = (endpoint: Endpoint) =>
  isRead(endpoint) ? 'read' : endpoint.effect && verbs[endpoint.effect];

/** Returns the scope that a call needs; null if no key may make it (R-KEY-02). */
export function scopeOf(subject: string, endpoint: Endpoint): ApiScope | null {
  const { access } = endpoint;
  if (access.who !== 'member' || access.inPerson || access.stepUp) return null;
  const scope = `${nouns[subject]}:${verbOf(endpoint)}`;
  return apiScopes.find((known) => known === scope) ?? null;
}
