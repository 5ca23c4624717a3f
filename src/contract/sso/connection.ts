import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { boundedText, opaqueText, timestamp } from '#contract/shapes.ts';

export const ssoProtocols = ['oidc', 'saml'] as const;
export type SsoProtocol = (typeof ssoProtocols)[number];

/** Maximum number of certificates of a SAML provider, which has several while it replaces one. */
export const maxCertificates = 5;

/** Maximum length of a SAML provider's metadata in the form, in characters. */
export const maxMetadata = 50_000;

/** Roles that an identity provider may give; owners are named in the product. */
const mappedRole = z.literal([Role.Admin, Role.Member, Role.Guest]);

const roleMapping = z.object({
  /** Claim or attribute with the groups of a person; empty: everyone gets the default role. */
  roleClaim: boundedText(200).default(''),
  roles: z
    .array(z.object({ value: boundedText(200).min(1, 'field.required'), role: mappedRole }))
    .max(50, 'field.tooLong')
    .default([]),
  defaultRole: mappedRole.default(Role.Member),
  /** Adds people who are no members yet, as long as there are seats. */
  provisions: z.boolean().default(true),
});

/** Settings of an identity provider. */
export const ssoConnectionInput = roleMapping.extend({
  protocol: z.enum(ssoProtocols),
  /** Issuer of OpenID Connect, or entity ID of a SAML provider. */
  issuer: boundedText(1_000).default(''),
  clientId: boundedText(500).default(''),
  /** Undefined keeps the stored one. */
  clientSecret: opaqueText(1_000).optional(),
  /** Address of a SAML provider at which people sign in. */
  signInUrl: boundedText(2_000).default(''),
  /** Address of a SAML provider at which people sign out; empty: none. */
  signOutUrl: boundedText(2_000).default(''),
  /** Certificates of the keys with which a SAML provider signs, as PEM or Base64; a text may have several. */
  certificates: z.array(opaqueText(20_000)).max(maxCertificates, 'field.tooLong').default([]),
  /** Leads people who sign out of the product to the provider, if it supports that. */
  signsOut: z.boolean().default(true),
});
export type SsoConnectionInput = z.output<typeof ssoConnectionInput>;

/** Certificate of a key with which a SAML provider signs. */
const ssoCertificate = z.object({
  pem: z.string(),
  subject: z.string(),
  /** SHA-256 of the certificate. */
  fingerprint: z.string(),
  expiresAt: timestamp,
});

/** Settings of an identity provider, without the secret. */
export const ssoConnection = roleMapping.extend({
  protocol: z.enum(ssoProtocols),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  signInUrl: z.string(),
  signOutUrl: z.string(),
  certificates: z.array(ssoCertificate),
  signsOut: z.boolean(),
  testedAt: timestamp.nullable(),
});
export type SsoConnection = z.infer<typeof ssoConnection>;

/** Addresses that an identity provider is configured with. */
const addresses = z.object({
  /** Redirect URI of OpenID Connect. */
  callback: z.string(),
  /** Address to which a provider of OpenID Connect returns people who have signed out. */
  signedOut: z.string(),
  /** Entity ID of the organization in SAML, at which its metadata is published. */
  samlEntity: z.string(),
  /** Assertion consumer service: where a SAML provider posts its response. */
  samlResponse: z.string(),
  /** Address to which a SAML provider returns people who have signed out. */
  samlSignedOut: z.string(),
  /** Link with which people of the organization sign in. */
  signIn: z.string(),
});

export const ssoSettings = z.object({
  draft: ssoConnection.nullable(),
  active: ssoConnection.nullable(),
  addresses,
});
export type SsoSettings = z.infer<typeof ssoSettings>;

/** Settings in the metadata of a SAML provider. */
export const samlProvider = z.object({
  issuer: z.string(),
  signInUrl: z.string(),
  signOutUrl: z.string(),
  certificates: z.array(z.string()),
});
export type SamlProvider = z.infer<typeof samlProvider>;
