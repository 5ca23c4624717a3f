import { z } from 'zod';
import { id, timestamp } from '#contract/shapes.ts';

/**
 * Kinds of access that a person gives to programs and other people, with the page of the organization's settings where it
 * ends. `app.my_grants` finds them (R-ACC-39).
 */
export const grantPages = {
  apiKey: 'api-keys',
  scimToken: 'security',
  webhook: 'webhooks',
  joinLink: 'members',
  identityProvider: 'sso',
  invitation: 'members',
} as const;
export type GrantKind = keyof typeof grantPages;
export const grantKinds = Object.keys(grantPages) as [GrantKind, ...GrantKind[]];

/** Access that was ended: `name` tells keys, tokens, addresses and people apart; empty for a join link. */
export const endedGrant = z.object({
  kind: z.enum(grantKinds),
  name: z.string(),
  organization: z.string(),
});
export type EndedGrant = z.infer<typeof endedGrant>;

/** Access that works. */
export const workingGrant = endedGrant.extend({ id, tenantId: id, grantedAt: timestamp });
export type WorkingGrant = z.infer<typeof workingGrant>;
