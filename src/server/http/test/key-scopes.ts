import type { NamedEndpoint } from './endpoints.ts';

/** First part of the scope for the calls of a subject; keys make no others (R-KEY-02). */
const nouns: Record<string, string> = {
  tenants: 'organization',
  members: 'members',
  invitations: 'invitations',
  transactions: 'transactions',
  imports: 'transactions',
  resources: 'resources',
  subscriptions: 'subscription',
  billing: 'billing',
  usage: 'usage',
  audit: 'audit',
};

/** Scopes that would change what only people may. */
const forPeople = ['organization:write', 'subscription:write'];

/** Returns the scope that a key needs for a call; null if no key may make it. */
export const neededScope = ({ name, access, method }: NamedEndpoint) => {
  const noun = nouns[name.split('.')[0] ?? ''];
  if (access.who !== 'member' || access.inPerson || access.stepUp || !noun) return null;
  const scope = `${noun}:${method === 'GET' || access.changesNothing ? 'read' : 'write'}`;
  return forPeople.includes(scope) ? null : scope;
};
