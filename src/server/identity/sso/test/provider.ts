import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>;

/** Identity provider of OpenID Connect whose ID tokens a test can forge. */
export type ForgingProvider = {
  issuer: string;
  /** Keys that the provider publishes. */
  keys: JWK[];
  /** Returns the ID token of the next exchange, for the nonce of the sign-in. */
  tokenFor: (nonce: string) => Promise<string>;
  /** Status and body of the token endpoint, instead of a token. */
  tokenFailure: { status: number; body: object } | null;
  /** Publishes an address at which sessions end. */
  endSession: boolean;
  /** Reply of the userinfo endpoint, which is published only with one; text is sent as it is. */
  userInfo: object | string | null;
  /** Access tokens with which userinfo was asked. */
  userInfoTokens: string[];
  /** Announces that its responses name it (RFC 9207). */
  namesIssuer: boolean;
  /** Number of requests, and of those for its metadata. */
  requests: number;
  discoveries: number;
  /** Bodies that the token endpoint received. */
  exchanges: URLSearchParams[];
  /** Client and secret of the last of them, as it was sent by client_secret_basic. */
  credentials: string;
  addKey: (kid: string) => Promise<SigningKey>;
  close: () => void;
};

export const clientId = 'pregao of the tests';
export const clientSecret = 'secret of the tests';

/** Starts a provider with one key. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const server = createServer((request, response) => void answer(provider, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: ForgingProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [],
    tokenFor: async () => '',
    tokenFailure: null,
    endSession: false,
    userInfo: null,
    userInfoTokens: [],
    namesIssuer: true,
    requests: 0,
    discoveries: 0,
    exchanges: [],
    credentials: '',
    addKey: async (kid) => {
      const pair = await generateKeyPair('RS256', { extractable: true });
      const key = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
      provider.keys = [...provider.keys.filter((other) => other.kid !== kid), key];
      return pair;
    },
    close: () => server.close(),
  };
  return provider;
}

const answer = async (
  provider: ForgingProvider,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const { issuer, endSession, namesIssuer } = provider;
  const send = (body: object, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  provider.requests += 1;
  if (request.url === '/.well-known/openid-configuration') {
    provider.discoveries += 1;
    return send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: namesIssuer,
      ...(provider.userInfo !== null && { userinfo_endpoint: `${issuer}/userinfo` }),
      ...(endSession && { end_session_endpoint: `${issuer}/end` }),
    });
  }
  if (request.url === '/jwks') return send({ keys: provider.keys });
  if (request.url === '/userinfo') {
    provider.userInfoTokens.push(request.headers.authorization ?? '');
    const { userInfo } = provider;
    if (typeof userInfo !== 'string') return send(userInfo ?? {}, userInfo ? 200 : 404);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(userInfo);
  }
  let body = '';
  for await (const part of request) body += String(part);
  const exchange = new URLSearchParams(body);
  provider.exchanges.push(exchange);
  const [, encoded = ''] = request.headers.authorization?.split(' ') ?? [];
  provider.credentials = Buffer.from(encoded, 'base64').toString();
  if (provider.tokenFailure) return send(provider.tokenFailure.body, provider.tokenFailure.status);
  // The code of the tests is the nonce of the sign-in.
  const id_token = await provider.tokenFor(exchange.get('code') ?? '');
  return send({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token });
};

/** Signs an ID token with the claims of a correct one, except for those given. */
export const signIdToken = (
  { issuer }: ForgingProvider,
  {
    key,
    kid,
    nonce,
    claims = {},
  }: { key: SigningKey; kid: string; nonce: string; claims?: JWTPayload },
) => {
  const now = Math.floor(Date.now() / 1_000);
  const payload = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey);
};
