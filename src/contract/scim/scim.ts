import { z } from 'zod';
import { identityTier, member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { id, timestamp } from '#contract/shapes.ts';

/** Lifetimes of a token in days. */
export const scimTokenDays = [90, 180, 365] as const;

/** Maximum of valid tokens of an organization: the current one, and the next one during a rotation. */
export const maxScimTokens = 2;

/** Bearer token of an organization's directory, without its secret. */
const scimToken = z.object({
  id,
  /** Beginning of the token, which the audit log names as well. */
  prefix: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  expired: z.boolean(),
  /** Accurate to a minute; null: never used. */
  lastUsedAt: timestamp.nullable(),
});
export type ScimToken = z.infer<typeof scimToken>;

/** Owners of an entitled organization. */
const owner = member({ role: Role.Owner, tier: identityTier });
const ownerInPerson = member({ role: Role.Owner, tier: identityTier, inPerson: true });

export const scim = subject('Scim', {
  getTokens: {
    route: 'GET /Scim/GetTokens',
    summary: 'Tokens of the SCIM client, newest first',
    access: owner,
    reply: z.array(scimToken),
  },
  createToken: {
    route: 'POST /Scim/CreateToken',
    summary: 'Create a token for SCIM; the reply alone contains it',
    access: withStepUp(ownerInPerson),
    body: z.object({ days: z.literal(scimTokenDays) }),
    reply: scimToken.extend({ token: z.string() }),
    errors: ['scim.tokenLimit'],
  },
  revokeToken: {
    route: 'DELETE /Scim/RevokeToken/:id',
    summary: 'Revoke a token for SCIM',
    // Allowed while read-only: a leaked token must be revocable.
    access: member({
      role: Role.Owner,
      tier: identityTier,
      inPerson: true,
      whenReadOnly: true,
    }),
  },
});
