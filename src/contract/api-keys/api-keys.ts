import { z } from 'zod';
import { member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { id, singleLine, timestamp } from '#contract/shapes.ts';
import { apiScopes } from './scopes.ts';

/** Lifetimes of a key in days, which its creator chooses from; null: it does not expire. */
export const apiKeyDays = [30, 90, 365, null] as const;

/** Hours for which the former secret stays valid after a rotation. */
export const overlapHours = [0, 1, 24, 168] as const;

/** Maximum of keys of an organization. */
export const maxApiKeys = 50;

/** Roles of a key; an owner's rights are for people. */
export const apiKeyRoles = [Role.Admin, Role.Member, Role.Guest] as const;

/** Key of an organization for programs, without its secret. */
const apiKey = z.object({
  id,
  name: z.string(),
  /** Beginning of the key, which the audit log names as well. */
  prefix: z.string(),
  /** Highest rights; the key never has more than the person who created it, or took it over. */
  role: z.literal(apiKeyRoles),
  scopes: z.array(z.enum(apiScopes)),
  /** Person with whose rights the key acts. Null: no longer an active member, so that it is refused. */
  createdBy: z.object({ id, name: z.string() }).nullable(),
  /** True if it acts for a session of the identity provider, whose connection it ends with. */
  byProvider: z.boolean(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  expired: z.boolean(),
  /** Until when the secret before the last rotation is valid; null: it is not. */
  formerUntil: timestamp.nullable(),
  /** Accurate to a minute; null: never used. */
  lastUsedAt: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Reply to a creation or a rotation: the only one that contains the secret, as `key`. */
const apiKeyWithSecret = apiKey.extend({ key: z.string() });

/** Returns true if a key is refused, or loses rights, when the person with whose rights it acts has this role from now on; null: no access. */
export const isStoppedBy = (key: Pick<ApiKey, 'role' | 'expired'>, role: Role | null) =>
  !key.expired && (role === null || key.role < role);

const admin = member({ role: Role.Admin });
const adminInPerson = member({ role: Role.Admin, inPerson: true });

export const apiKeyFields = z.object({
  name: singleLine(60).min(1, 'field.required'),
  role: z.literal(apiKeyRoles),
  scopes: z.array(z.enum(apiScopes)).min(1, 'field.required').max(apiScopes.length),
  days: z.literal(apiKeyDays),
});

export const apiKeys = subject('ApiKey', {
  getAll: {
    route: 'GET /ApiKey/GetAll',
    summary: 'API keys of the organization, newest first',
    access: admin,
    reply: z.array(apiKey),
  },
  create: {
    route: 'POST /ApiKey/Create',
    summary: 'Create an API key; the reply alone contains its secret',
    access: withStepUp(adminInPerson),
    body: apiKeyFields,
    reply: apiKeyWithSecret,
    errors: ['apiKey.limit'],
  },
  rotate: {
    route: 'POST /ApiKey/Rotate/:id',
    summary: 'Take over a key with a new secret; the former one stays valid for some hours',
    access: withStepUp(adminInPerson),
    body: z.object({ overlap: z.literal(overlapHours) }),
    reply: apiKeyWithSecret,
    errors: ['apiKey.expired'],
  },
  revoke: {
    route: 'DELETE /ApiKey/Revoke/:id',
    summary: 'Revoke an API key',
    // Allowed while read-only: a leaked key must be revocable.
    access: member({ role: Role.Admin, inPerson: true, whenReadOnly: true }),
  },
});
