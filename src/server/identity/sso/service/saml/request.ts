import { randomBytes } from 'node:crypto';
import type { SamlName } from '#server/identity/sso/rules.ts';
import { derive, type FlowSecrets } from '#server/identity/sso/service/requests.ts';
import { toSaml, type SamlClient } from './client.ts';

/** Returns the ID of the request of a flow: an XML name, which begins with no digit. */
export const requestIdOf = (secrets: Pick<FlowSecrets, 'flow'>) => `_${derive('request', secrets)}`;

/**
 * Returns the address at which a person signs in: a signed request with the HTTP-Redirect binding, whose RelayState is
 * our state (R-SSO-10).
 */
export const samlSignInUrl = (
  client: SamlClient,
  secrets: FlowSecrets,
  { isFresh }: { isFresh: boolean },
) =>
  toSaml(client, { requestId: requestIdOf(secrets), isFresh }).getAuthorizeUrlAsync(
    secrets.state,
    undefined,
    {},
  );

/** Returns the address at which the session of a person at the provider ends (R-SSO-13). */
export function samlSignOutUrl(
  client: SamlClient,
  { name, sessionIndex }: { name: SamlName; sessionIndex: string | null },
) {
  const saml = toSaml(client, { requestId: `_${randomBytes(16).toString('hex')}` });
  const { value, format, nameQualifier, spNameQualifier } = name;
  const person = {
    issuer: client.provider.issuer,
    nameID: value,
    nameIDFormat: format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(nameQualifier !== null && { nameQualifier }),
    ...(spNameQualifier !== null && { spNameQualifier }),
    ...(sessionIndex !== null && { sessionIndex }),
  };
  return saml.getLogoutUrlAsync(person, '', {});
}
