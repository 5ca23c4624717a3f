import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlKeyPair } from './keys.ts';

/** Addresses of an organization as a service provider. */
export type SamlAddresses = { samlEntity: string; samlResponse: string; samlSignedOut: string };

/** Settings of a SAML provider. */
export type SamlSettings = {
  issuer: string;
  signInUrl: string;
  signOutUrl: string;
  certificates: string[];
};

/** Seconds that the clock of a provider may differ. */
export const toleranceSeconds = 60;

export type SamlClient = { addresses: SamlAddresses; provider: SamlSettings; keys: SamlKeyPair };

type Options = {
  /** ID of the request: of the one that is sent, or that a response must answer. */
  requestId: string;
  /** Has the person authenticate although the provider has a session. */
  isFresh?: boolean;
};

/**
 * Returns the protocol's implementation for one request or response. It signs requests, wants a signed assertion for
 * our audience, in time, and in response to exactly this request.
 */
export const toSaml = (
  { addresses, provider, keys }: SamlClient,
  { requestId, isFresh = false }: Options,
) =>
  new SAML({
    issuer: addresses.samlEntity,
    audience: addresses.samlEntity,
    callbackUrl: addresses.samlResponse,
    entryPoint: provider.signInUrl,
    logoutUrl: provider.signOutUrl,
    idpIssuer: provider.issuer,
    idpCert: provider.certificates,
    privateKey: keys.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: toleranceSeconds * 1_000,
    // The provider chooses the format of the name and the method of authentication.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isFresh,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  });

/** Knows one request: the database has used it up already. */
const onlyRequest = (requestId: string) => ({
  saveAsync: async () => null,
  getAsync: async (key: string) => (key === requestId ? new Date().toISOString() : null),
  removeAsync: async () => null,
});
