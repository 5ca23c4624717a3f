import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';

/** Claims of an ID token; tests override or add to the defaults. */
export type IdTokenClaims = Record<string, unknown>;

/** Google's sign-in as a server uses it: signing keys, ID tokens and the token-info endpoint. */
export type GoogleSandbox = {
  /** URL of the JSON Web Key Set with the public keys. */
  keysUrl: string;
  /** URL of the token-info endpoint: `?id_token=…` returns the claims of a valid token. */
  tokenInfoUrl: string;
  /** Signs an ID token that is valid for an hour; `claims` replace or extend the default ones. */
  sign(claims: IdTokenClaims): Promise<string>;
  close(): Promise<void>;
};

const alg = 'RS256';
const issuer = 'https://accounts.google.com';

/** Starts the stand-in on a free local port with its own key pair. */
export async function startGoogleSandbox(): Promise<GoogleSandbox> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const read = async (token: string) =>
    (await jwtVerify(token, publicKey, { algorithms: [alg], issuer })).payload;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://google');
    if (pathname === '/certs') {
      answer(response, 200, { keys: [{ ...jwk, kid, alg, use: 'sig' }] });
    } else if (pathname === '/tokeninfo') {
      read(searchParams.get('id_token') ?? '').then(
        (claims) => answer(response, 200, toStringClaims({ ...claims, alg, kid, typ: 'JWT' })),
        () => answer(response, 400, { error_description: 'Invalid Value' }),
      );
    } else {
      answer(response, 404, { error: 'not_found' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    keysUrl: `${origin}/certs`,
    tokenInfoUrl: `${origin}/tokeninfo`,
    sign: (claims) =>
      new SignJWT({ ...defaultClaims(), ...claims })
        .setProtectedHeader({ alg, kid, typ: 'JWT' })
        .sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function defaultClaims() {
  const now = Math.floor(Date.now() / 1_000);
  return { iss: issuer, email_verified: true, iat: now, exp: now + 3_600 };
}

/** Converts all claims to strings, as the token-info endpoint returns them. */
const toStringClaims = (claims: IdTokenClaims) =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));

const answer = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body));
