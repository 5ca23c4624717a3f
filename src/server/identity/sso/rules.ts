import { Role } from '#contract/access.ts';
import type { SsoConnectionInput } from '#contract/sso/connection.ts';
import type { SsoOutcome } from '#contract/sso/outcomes.ts';

/** Person as a verified response of an identity provider names them. */
export type SsoIdentity = {
  issuer: string;
  /** Id of the person at the provider, which stays when the address changes. */
  subject: string;
  email: string | null;
  firstName: string;
  lastName: string;
  claims: Readonly<Record<string, unknown>>;
  /** When the person authenticated at the provider; null if it doesn't say. */
  authenticatedAt: Date | null;
  /** Hints that end the person's session at the provider; null if it doesn't support that. */
  signOut: SignOutHint | null;
};

/** Longest id of a person at a provider: OpenID Connect and SAML allow about as much, and it is indexed. */
export const maxSubjectLength = 256;

/** Hints that a provider needs to end the session that it opened. */
export type SignOutHint =
  | { protocol: 'oidc'; endpoint: string; idToken: string }
  | { protocol: 'saml'; name: SamlName; sessionIndex: string | null };

/** Name of a person in SAML, with the attributes that belong to it. */
export type SamlName = {
  value: string;
  format: string | null;
  nameQualifier: string | null;
  spNameQualifier: string | null;
};

/** Refused sign-in, with its reason for the log of the organization. */
export class SsoRefusal extends Error {
  readonly outcome: SsoOutcome;
  /** Exact cause for the server's log: nothing secret, and of a message at most the name of an algorithm or a status. */
  readonly detail: string | null;
  constructor(
    outcome: SsoOutcome,
    { detail, ...options }: ErrorOptions & { detail?: string } = {},
  ) {
    super(outcome, options);
    this.name = 'SsoRefusal';
    this.outcome = outcome;
    this.detail = detail?.slice(0, 200) ?? null;
  }
}

/** Sign-in that changes nothing before the person has agreed to join the organization (R-SSO-17). */
export class ConsentDue extends Error {
  readonly isMember: boolean;
  constructor({ isMember }: { isMember: boolean }) {
    super('consent due');
    this.name = 'ConsentDue';
    this.isMember = isMember;
  }
}

type RoleMapping = Pick<SsoConnectionInput, 'roleClaim' | 'roles' | 'defaultRole'>;

/** Returns the values of a claim: a text, a list of texts, or none. */
const valuesOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : [],
  );

/** Returns the role for the claims of a person: the highest one that a value has, else the default (R-SSO-06). */
export function roleFor({ roleClaim, roles, defaultRole }: RoleMapping, claims: object): Role {
  const values =
    roleClaim !== '' && Object.hasOwn(claims, roleClaim)
      ? valuesOf((claims as Record<string, unknown>)[roleClaim])
      : [];
  const matching = roles.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return matching.length === 0 ? defaultRole : (Math.min(...matching) as Role);
}

/**
 * Returns the role of a member after a sign-in: owners stay owners, and without a claim members keep the role that
 * they have (R-SSO-06).
 */
export const roleAfterSignIn = (current: Role, mapping: RoleMapping, claims: object): Role =>
  current === Role.Owner || mapping.roleClaim === '' ? current : roleFor(mapping, claims);

const maxClaimLength = 300;

/** Returns the claims as the person who tests sees them. */
export const shownClaims = (claims: object) =>
  Object.entries(claims)
    .slice(0, 50)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return { name, value: text.slice(0, maxClaimLength) };
    });
