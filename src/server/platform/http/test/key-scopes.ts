import type { NamedEndpoint } from './endpoints.ts';

/** First part of the scope for the calls of a subject; keys make no others (R-KEY-02). */
const nouns: Record<string, string> = {
  tenants: 'organization',
  members: 'members',
  invitations: 'invitations',
  transactions: 'transactions',
  comments: 'transactions',
  imports: 'transactions',
  resources: 'resources',
  subscriptions: 'subscription',
  billing: 'billing',
  usage: 'usage',
  audit: 'audit',
};

/** Returns the scope that a key needs for a call; null if no key may make it. */
export const neededScope = ({ name, access, method, effect }: NamedEndpoint) => {
  const noun = nouns[name.split('.')[0] ?? ''];
  if (access.who !== 'member' || access.inPerson || access.stepUp || !noun) return null;
  if (method === 'GET' || access.changesNothing) return `${noun}:read`;
  if (effect === undefined) return null;
  return `${noun}:${effect === 'deletes' ? 'delete' : 'write'}`;
};
