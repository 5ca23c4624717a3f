import type { SsoProtocol } from '#contract/sso/connection.ts';
import { SsoRefusal, type SignOutHint, type SsoIdentity } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { SecretUnreadable } from '#server/platform/encryption.ts';
import { createOutboundFetch } from '#server/platform/http/outbound.ts';
import { addressesOf } from './addresses.ts';
import { toOidcClient, type ConnectionRow } from './connection.ts';
import type { FlowSecrets } from './requests.ts';
import { loadSamlKeys } from './saml/keys.ts';
import { responseSecret } from './saml/received.ts';

/** Connection of an organization. */
export type Connected = { tenant: TenantId; connection: ConnectionRow };

/** Returns true for a connection by SAML 2.0. */
export const isSaml = ({ protocol }: ConnectionRow) => (protocol as SsoProtocol) === 'saml';

const oidcDependencies = (context: AppContext, tenant: TenantId) => ({
  fetch: createOutboundFetch(context.config),
  redirectUri: addressesOf(context, tenant).callback,
});

/** Returns the client of a SAML connection with its keys. */
export const toSamlClient = async (context: AppContext, { tenant, connection }: Connected) => ({
  addresses: addressesOf(context, tenant),
  provider: {
    issuer: connection.issuer,
    signInUrl: connection.sign_in_url,
    signOutUrl: connection.sign_out_url,
    certificates: connection.certificates,
  },
  keys: await loadSamlKeys(context, tenant),
});

/**
 * Returns the address at which a person signs in. `isFresh`: again, although the provider has a session; `isTest`: with
 * what the provider publishes now.
 */
export async function signInUrlOf(
  context: AppContext,
  connected: Connected,
  { isFresh, isTest, ...secrets }: FlowSecrets & { isFresh: boolean; isTest: boolean },
) {
  const { tenant, connection } = connected;
  if (isSaml(connection)) {
    const { samlSignInUrl } = await import('./saml/request.ts');
    return samlSignInUrl(await toSamlClient(context, connected), secrets, { isFresh });
  }
  const { oidcSignInUrl } = await import('./oidc.ts');
  const client = await toOidcClient(context, connection);
  return oidcSignInUrl(oidcDependencies(context, tenant), client, { ...secrets, isFresh, isTest });
}

/** Response of a provider: in the query of the address, or for SAML as it was posted and stored. */
export type ProviderResponse = FlowSecrets & { query: string; posted: Buffer | null };

/** Verifies a response and returns the person; throws `SsoRefusal`. */
export const readIdentity = (
  context: AppContext,
  connected: Connected,
  response: ProviderResponse,
): Promise<SsoIdentity> =>
  verifyResponse(context, connected, response).catch((cause: unknown) => {
    // The owner must enter the client's secret again, or save the draft for new SAML keys.
    if (cause instanceof SecretUnreadable) throw new SsoRefusal('clientRejected', { cause });
    throw cause;
  });

async function verifyResponse(
  context: AppContext,
  connected: Connected,
  { posted, ...response }: ProviderResponse,
): Promise<SsoIdentity> {
  const { tenant, connection } = connected;
  if (!isSaml(connection)) {
    const { readOidcResponse } = await import('./oidc.ts');
    const client = await toOidcClient(context, connection);
    const neededClaim = connection.role_claim;
    return readOidcResponse(oidcDependencies(context, tenant), client, {
      ...response,
      neededClaim,
    });
  }
  if (!posted) throw new SsoRefusal('unsolicited', { detail: 'no response was posted for it' });
  const [{ readSamlResponse }, { requestIdOf }] = await Promise.all([
    import('./saml/response.ts'),
    import('./saml/request.ts'),
  ]);
  const encoded = await context.encryption.decrypt(responseSecret(tenant), posted);
  const client = await toSamlClient(context, connected);
  return readSamlResponse(client, { encoded, requestId: requestIdOf(response) });
}

/** Returns the address at which the person's session at the provider ends; null if there is none (R-SSO-13). */
export async function signOutUrlOf(
  context: AppContext,
  connected: Connected,
  hint: SignOutHint,
): Promise<string | null> {
  const { tenant, connection } = connected;
  if (hint.protocol !== connection.protocol || !connection.signs_out) return null;
  if (hint.protocol === 'oidc') {
    const { oidcSignOutUrl } = await import('./oidc.ts');
    const { signedOut } = addressesOf(context, tenant);
    return oidcSignOutUrl(hint, { clientId: connection.client_id, signedOut });
  }
  if (connection.sign_out_url === '') return null;
  const { samlSignOutUrl } = await import('./saml/request.ts');
  return samlSignOutUrl(await toSamlClient(context, connected), hint);
}

/** Returns the host at which people sign in, by which they recognize their provider. */
export const hostOf = ({ issuer, sign_in_url }: ConnectionRow) =>
  URL.parse(sign_in_url || issuer)?.host;
