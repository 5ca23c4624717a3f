import { z } from 'zod';
import { anyone, inPerson, member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { addressKey, id, timestamp } from '#contract/shapes.ts';

/**
 * Ways to sign in that an organization may allow: `link` is a link by email, `sso`, alone, the identity provider of the
 * organization.
 */
export const policyMethods = ['password', 'google', 'passkey', 'link', 'sso'] as const;
export type PolicyMethod = (typeof policyMethods)[number];

/** Methods that are allowed without a policy. */
export const defaultPolicyMethods: readonly PolicyMethod[] = ['password', 'google', 'passkey'];

/** Most hours since signing in, and without a call: those of the product. */
export const maxSessionHours = 14 * 24;
export const maxIdleHours = 7 * 24;

/** Most days that members have to set up a second factor. */
export const maxFactorDays = 30;

const maxDomains = 50;

const hours = (max: number) =>
  z.int('field.integer').min(1, 'field.tooSmall').max(max, 'field.tooLarge').nullable();

/** Domain of email addresses, without `@`. */
const emailDomain = z
  .string('field.required')
  .trim()
  .overwrite((domain) => addressKey(`@${domain}`).slice(1))
  .max(253, 'field.tooLong')
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'field.invalid');

/** Policies of an organization; null: no policy. */
export const organizationPolicies = z.object({
  sessionHours: hours(maxSessionHours),
  idleHours: hours(maxIdleHours),
  /** Null: `defaultPolicyMethods`. Single sign-on is enforced by `['sso']` (R-POL-08). */
  signInMethods: z
    .array(z.enum(policyMethods))
    .min(1, 'field.required')
    .max(policyMethods.length, 'field.tooLarge')
    .refine((methods) => methods.length === 1 || !methods.includes('sso'), 'field.invalid')
    .nullable(),
  /** Domains of addresses that invitations and join links admit. */
  emailDomains: z
    .array(emailDomain)
    .min(1, 'field.required')
    .max(maxDomains, 'field.tooLarge')
    .nullable(),
  /** Days within which members set up a second factor; null: none is required (R-POL-05). */
  factorDays: z
    .int('field.integer')
    .min(0, 'field.tooSmall')
    .max(maxFactorDays, 'field.tooLarge')
    .nullable(),
  /** Owner who may enter with a password and a second factor while single sign-on is enforced. */
  breakGlassId: id.nullable(),
});
export type OrganizationPolicies = z.infer<typeof organizationPolicies>;

/** Fields that a client may leave out: they keep their stored values. */
const policiesInput = organizationPolicies.extend({
  factorDays: organizationPolicies.shape.factorDays.optional(),
  breakGlassId: organizationPolicies.shape.breakGlassId.optional(),
});
export type PoliciesInput = z.infer<typeof policiesInput>;

const storedPolicies = organizationPolicies.extend({
  /** True if the identity provider can sign members in; enforced single sign-on is paused otherwise (R-POL-10). */
  offersSso: z.boolean(),
});
export type StoredPolicies = z.infer<typeof storedPolicies>;

/** Refusal of the calling session by an organization, and the end of the grace for a second factor. */
const policyEntry = z.object({
  organization: z.string(),
  /** Code of the refusal; null: the session may enter. */
  refusal: z.string().nullable(),
  /** Until when the person may enter without a second factor; null: they have one, or none is required. */
  factorDueAt: timestamp.nullable(),
});
export type PolicyEntry = z.infer<typeof policyEntry>;

/** A member who must still set up a second factor. */
const memberWithoutFactor = z.object({
  userId: id,
  /** End of the member's grace. */
  dueAt: timestamp,
});

export const policies = subject('Policy', {
  get: {
    route: 'GET /Policy/Get',
    summary: 'Policies of the organization that X-Tenant-Key names',
    access: member({ role: Role.Owner }),
    reply: storedPolicies,
  },
  update: {
    route: 'PUT /Policy/Update',
    summary: 'Change the policies, which apply to sessions at their next call',
    access: withStepUp(member({ role: Role.Owner, inPerson: true })),
    body: policiesInput,
    reply: storedPolicies,
    errors: [
      'policy.ownSession',
      'policy.ownFactor',
      'policy.ssoUnavailable',
      'policy.breakGlassOwner',
    ],
  },
  getEntry: {
    route: 'GET /Policy/GetEntry/:tenantId',
    summary: 'Whether the calling session may enter an organization of the person',
    access: inPerson,
    params: z.object({ tenantId: id }),
    reply: policyEntry,
  },
  getMembersWithoutFactor: {
    route: 'GET /Policy/GetMembersWithoutFactor',
    summary: 'Members who must still set up a second factor, and until when',
    access: member({ role: Role.Admin }),
    reply: z.array(memberWithoutFactor),
  },
  findSignIn: {
    route: 'POST /Policy/FindSignIn',
    summary: 'Whether addresses of a domain sign in through an identity provider alone',
    access: anyone,
    limit: 'lookup',
    /** The domain alone, so that the reply can't depend on accounts. */
    body: z.object({ domain: emailDomain }),
    reply: z.object({ ssoOnly: z.boolean() }),
  },
});
