import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const journeyClientId = 'pregao-journey';
export const journeyClientSecret = 'secret-of-the-journey';

/** Starts an OpenID provider (`oidc-provider`) that signs in any address with its own form. */
export async function startIdentityProvider(redirectUri: string) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: journeyClientId,
        client_secret: journeyClientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name', 'groups'] },
    // ID tokens carry the claims, as those of Entra and Okta do.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        // A person whose name there was changed: lia+2@… has the address of lia@….
        email: id.replace(/\+.*@/, '@'),
        given_name: 'Lia',
        family_name: 'Prado',
        groups: ['traders'],
      }),
    }),
  });
  let exchanges = 0;
  server.on('request', ({ url }) => {
    if (url === '/token') exchanges += 1;
  });
  server.on('request', provider.callback());
  return {
    issuer,
    /** Returns the number of codes that the provider was given. */
    exchanges: () => exchanges,
    close: () => server.close(),
  };
}
