import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import { z } from 'zod';
import { email, opaqueText, providedName } from '#contract/shapes.ts';
import {
  maxSubjectLength,
  SsoRefusal,
  type SignOutHint,
  type SsoIdentity,
} from '#server/identity/sso/rules.ts';
import type { OutboundFetch, OutboundRequest } from '#server/platform/http/outbound.ts';
import { toOidcRefusal } from './oidc-refusal.ts';
import { derive, type FlowSecrets } from './requests.ts';
import { isRefuted, withUserInfo } from './user-info.ts';

/** Settings of a client of OpenID Connect. */
export type OidcClient = { issuer: string; clientId: string; clientSecret: string | null };
type Dependencies = { fetch: OutboundFetch; redirectUri: string };

/** Seconds that the clock of a provider may differ. */
const toleranceSeconds = 60;

/** Discovers the provider. Keys are read at each sign-in, so that a rotation takes effect immediately. */
async function discover(
  { fetch }: Dependencies,
  client: OidcClient,
  { isTest = false } = {},
): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = client;
  // `fetch` refuses plain http where other machines can reach this server.
  const isPlain = issuer.startsWith('http:');
  const read = async () => {
    const found = await discovery(new URL(issuer), clientId, {}, None(), {
      [customFetch]: toCustomFetch(fetch),
      execute: isPlain ? [allowInsecureRequests] : [],
    });
    return found.serverMetadata();
  };
  const provider = await (isTest ? readMetadataAgain : readMetadataOnce)(issuer, read);
  const configuration = new Configuration(
    provider,
    clientId,
    { [clockTolerance]: toleranceSeconds },
    clientSecret === null
      ? None()
      : authenticationFor(provider.token_endpoint_auth_methods_supported, clientSecret),
  );
  configuration[customFetch] = toCustomFetch(fetch);
  if (isPlain) allowInsecureRequests(configuration);
  // Verifies the signatures of ID tokens, although they come from the provider over TLS.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Uses client_secret_basic, the default of the standard, unless only the other method is supported. */
const authenticationFor = (methods: string[] | undefined, secret: string) =>
  methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    ? ClientSecretPost(secret)
    : authenticateBasic(secret);

/**
 * Authenticates by client_secret_basic (RFC 6749 §2.3.1). Encodes only what must be: providers such as LemonLDAP::NG don't
 * decode the header, and the library's encoding of `-` and `~` would be another secret to them.
 */
const authenticateBasic =
  (secret: string): ClientAuth =>
  (...[, client, , headers]) => {
    const [user, password] = [client.client_id, secret].map((text) =>
      encodeURIComponent(text).replaceAll('%20', '+'),
    );
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    headers.set('authorization', `Basic ${credentials}`);
  };

const toCustomFetch =
  (fetch: OutboundFetch): CustomFetch =>
  (url, { method, headers, body, signal }) =>
    fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: body === null ? null : String(body) }),
      ...(signal && { signal }),
    } satisfies OutboundRequest);

/** Returns the address at which a person signs in: authorization code with PKCE, state and nonce (R-SSO-03). */
export async function oidcSignInUrl(
  dependencies: Dependencies,
  client: OidcClient,
  { isFresh, isTest, ...secrets }: FlowSecrets & { isFresh: boolean; isTest: boolean },
): Promise<string> {
  const configuration = await discover(dependencies, client, { isTest });
  return buildAuthorizationUrl(configuration, {
    redirect_uri: dependencies.redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: derive('nonce', secrets),
    code_challenge: await calculatePKCECodeChallenge(derive('verifier', secrets)),
    code_challenge_method: 'S256',
    // The person authenticates although the provider has a session, and the ID token says when.
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  }).href;
}

const profileSchema = z.object({
  sub: opaqueText(maxSubjectLength),
  email: email.nullable().catch(null),
  given_name: providedName(100),
  family_name: providedName(100),
});

/**
 * Exchanges the code of a response for an ID token and verifies it: signature, issuer, audience, authorized party,
 * nonce, expiry (R-SSO-04).
 */
export async function readOidcResponse(
  dependencies: Dependencies,
  client: OidcClient,
  { query, neededClaim, ...secrets }: FlowSecrets & { query: string; neededClaim: string },
): Promise<SsoIdentity> {
  const url = new URL(`${dependencies.redirectUri}?${query.replace(/^\?/, '')}`);
  if (!url.searchParams.has('code') && !url.searchParams.has('error'))
    throw new SsoRefusal('unsolicited', { detail: 'no response was given for it' });
  const configuration = await discover(dependencies, client).catch((error: unknown) => {
    throw new SsoRefusal('unreachable', { cause: error, detail: 'discovery failed' });
  });
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: secrets.state,
    expectedNonce: derive('nonce', secrets),
    pkceCodeVerifier: derive('verifier', secrets),
    idTokenExpected: true,
  }).catch((error: unknown) => {
    throw toOidcRefusal(error);
  });
  const token = tokens.claims();
  if (!token) throw new SsoRefusal('responseInvalid', { detail: 'no ID token' });
  const claims = await withUserInfo(configuration, tokens.access_token, { token, neededClaim });
  const { data: profile } = profileSchema.safeParse(claims);
  if (!profile) throw new SsoRefusal('responseInvalid', { detail: 'the claim sub' });
  return {
    issuer: token.iss,
    subject: profile.sub,
    email: isRefuted(claims) ? null : profile.email,
    firstName: profile.given_name,
    lastName: profile.family_name,
    claims,
    authenticatedAt: token.auth_time === undefined ? null : new Date(token.auth_time * 1_000),
    signOut: toSignOutHint(configuration, tokens.id_token),
  };
}

/** Returns what ends the session at a provider that supports it (OpenID Connect RP-Initiated Logout). */
function toSignOutHint(configuration: Configuration, idToken = ''): SignOutHint | null {
  const { end_session_endpoint: endpoint } = configuration.serverMetadata();
  return endpoint && /^https?:/.test(endpoint) ? { protocol: 'oidc', endpoint, idToken } : null;
}

/** Longest ID token in an address: providers and proxies refuse addresses of more than 8 KiB. */
const maxHintLength = 4_000;

/** Returns the address at which the session of a person ends (R-SSO-13). */
export function oidcSignOutUrl(
  { endpoint, idToken }: { endpoint: string; idToken: string },
  { clientId, signedOut }: { clientId: string; signedOut: string },
) {
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', signedOut);
  if (idToken.length <= maxHintLength) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

/** Milliseconds for which the metadata of a provider is kept: a moved endpoint takes effect afterwards. */
const lifetime = 5 * 60_000;
/** The same after a failure. */
const failureLifetime = 10_000;
/** Maximum of providers, and of characters of one's metadata, so that the memory is bounded. */
const [maxProviders, maxLength] = [500, 64 * 1024];

type Kept = { metadata: Promise<ServerMetadata>; until: number };
const kept = new Map<string, Kept>();

/** Returns the metadata of a provider, which is read at most once in five minutes, however many sign-ins are started. */
function readMetadataOnce(issuer: string, read: () => Promise<ServerMetadata>) {
  const found = kept.get(issuer);
  return found && found.until > Date.now() ? found.metadata : readMetadataAgain(issuer, read);
}

/** Reads the metadata of a provider and keeps it: for an owner who tests a change that was made there. */
async function readMetadataAgain(issuer: string, read: () => Promise<ServerMetadata>) {
  const entry: Kept = { metadata: read(), until: Date.now() + lifetime };
  kept.delete(issuer);
  kept.set(issuer, entry);
  const [oldest] = kept.keys();
  if (kept.size > maxProviders && oldest !== undefined) kept.delete(oldest);
  try {
    const metadata = await entry.metadata;
    if (JSON.stringify(metadata).length > maxLength) entry.until = 0;
    return metadata;
  } catch (error) {
    entry.until = Date.now() + failureLifetime;
    throw error;
  }
}
