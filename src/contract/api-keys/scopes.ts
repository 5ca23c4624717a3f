import type { Endpoint } from '#contract/endpoint.ts';

/**
 * Rights of API keys: to read or to change one kind of record. All others are for people alone: accounts, payments,
 * sign-in, policies, keys, and the records of one person (R-KEY-02).
 */
export const apiScopes = [
  'organization:read',
  'members:read',
  'members:write',
  'invitations:read',
  'invitations:write',
  'transactions:read',
  'transactions:write',
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
  TransactionImport: 'transactions',
  Resource: 'resources',
  SubscriptionManager: 'subscription',
  Billing: 'billing',
  Usage: 'usage',
  Audit: 'audit',
};

/** Returns the scope that a call needs; null if no key may make it (R-KEY-02). */
export const scopeOf = (subject: string, { access, method }: Endpoint): ApiScope | null => {
  if (access.who !== 'member' || access.inPerson || access.stepUp) return null;
  const reads = method === 'GET' || access.changesNothing;
  const scope = `${nouns[subject]}:${reads ? 'read' : 'write'}`;
  return apiScopes.find((known) => known === scope) ?? null;
};
