import { z } from 'zod';
import { identityTier, member, Role, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { id, requiredText, timestamp } from '#contract/shapes.ts';

/** Maximum number of domains of an organization. */
export const maxDomains = 20;

/** Days that a verified domain keeps its effect after its record disappears. */
export const domainGraceDays = 7;

/** Domain of an organization, and the TXT record that proves it. */
export const verifiedDomain = z.object({
  id,
  domain: z.string(),
  record: z.object({ name: z.string(), value: z.string() }),
  /** Null: not proven yet, or lapsed. */
  verifiedAt: timestamp.nullable(),
  /** Last time that the record was looked up; null: never. */
  checkedAt: timestamp.nullable(),
  /** When the domain lapses unless its record returns; null while the record is found. */
  lapsesAt: timestamp.nullable(),
});
export type VerifiedDomain = z.infer<typeof verifiedDomain>;

/** Verified domains are for owners of organizations with single sign-on. */
const ownerWithSso = member({ role: Role.Owner, tier: identityTier });
/** The same for changes, as domains decide who signs in through which identity provider. */
const ownerWithSsoInPerson = withStepUp(
  member({ role: Role.Owner, tier: identityTier, inPerson: true }),
);

export const domains = subject('Domain', {
  getAll: {
    route: 'GET /Domain/GetAll',
    summary: 'The domains of the organization with the TXT records that prove them',
    access: ownerWithSso,
    reply: z.array(verifiedDomain),
  },
  add: {
    route: 'POST /Domain/Create',
    summary: 'Add a domain, which is verified by a TXT record',
    access: ownerWithSsoInPerson,
    once: true,
    body: z.object({ domain: requiredText(253) }),
    reply: verifiedDomain,
    errors: ['domains.public', 'domains.added', 'domains.tooMany'],
  },
  verify: {
    route: 'POST /Domain/Verify/:id',
    summary: 'Look up the TXT record of a domain and mark it as verified',
    access: ownerWithSsoInPerson,
    limit: 'lookup',
    reply: verifiedDomain,
    errors: ['domains.noRecord', 'domains.noAnswer', 'domains.taken'],
  },
  remove: {
    route: 'DELETE /Domain/Delete/:id',
    summary: 'Remove a domain; its addresses no longer sign in through the identity provider',
    access: ownerWithSsoInPerson,
  },
});
