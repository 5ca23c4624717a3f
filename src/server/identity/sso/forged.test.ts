import { createHmac } from 'node:crypto';
import { exportSPKI, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedApplication } from '#server/test/application.ts';
import { newIdentity, startSso } from './test/flow.ts';
import { clientId, clientSecret, signIdToken, startForgingProvider } from './test/provider.ts';

const product = await sharedApplication();
const { provider, key, organization, start, finish, issuing, signInWith, outcomeOf } =
  await startSso(product);
afterAll(() => provider.close());

/** Returns the outcome of a sign-in whose ID token is forged. */
const outcomeFor = async (forge: (nonce: string) => Promise<string>) => {
  provider.tokenFor = forge;
  return outcomeOf(finish(await start()));
};
const withClaims = (claims: JWTPayload) => (nonce: string) =>
  issuing({ ...newIdentity(organization), ...claims })(nonce);
const now = () => Math.floor(Date.now() / 1_000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('A forged response (R-SSO-04)', () => {
  test.each<[string, string, JWTPayload]>([
    ['another issuer', 'issuer', { iss: 'https://other.example.com' }],
    ['another audience', 'clientAudience', { aud: 'another client' }],
    [
      'several audiences and another authorized party',
      'clientAudience',
      { aud: [clientId, 'another client'], azp: 'another client' },
    ],
    ['an end that has passed', 'responseExpired', { iat: now() - 900, exp: now() - 300 }],
    ['the nonce of another sign-in', 'otherRequest', { nonce: 'replayed' }],
    ['no nonce', 'otherRequest', { nonce: undefined }],
    ['no end', 'responseInvalid', { exp: undefined }],
    ['no subject', 'responseInvalid', { sub: undefined }],
  ])('with %s is refused', async (_name, outcome, claims) => {
    expect(await outcomeFor(withClaims(claims))).toBe(outcome);
  });

  test('that ended less than a minute ago is accepted, as clocks differ', async () => {
    const { user } = await signInWith({ ...newIdentity(organization), exp: now() - 30 });
    expect(user.currentTenant?.id).toBe(organization.id);
  });

  test('that is not signed is refused', async () => {
    const outcome = await outcomeFor(async (nonce) =>
      new UnsecuredJWT({ ...newIdentity(organization), nonce })
        .setIssuer(provider.issuer)
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
    );
    expect(outcome).toBe('tokenKeys');
  });

  test('that is signed with another key is refused', async () => {
    const stranger = await startForgingProvider();
    const foreign = await stranger.addKey('first');
    stranger.close();
    const claims = newIdentity(organization);
    const outcome = await outcomeFor((nonce) =>
      signIdToken(provider, { key: foreign, kid: 'first', nonce, claims }),
    );
    expect(outcome).toBe('tokenKeys');
  });

  test('that is signed by HMAC with the public key or the client secret is refused', async () => {
    for (const secret of [await exportSPKI(key.publicKey), clientSecret]) {
      const outcome = await outcomeFor(async (nonce) => {
        const claims = { iss: provider.issuer, aud: clientId, iat: now(), exp: now() + 300, nonce };
        const payload = { ...claims, ...newIdentity(organization) };
        const body = `${part({ alg: 'HS256', kid: 'first' })}.${part(payload)}`;
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
      });
      expect(outcome).toBe('tokenKeys');
    }
  });

  test('with an altered payload is refused', async () => {
    const outcome = await outcomeFor(async (nonce) => {
      const [head, , signature] = (await withClaims({})(nonce)).split('.');
      const [, body] = (await withClaims({ sub: 'another' })(nonce)).split('.');
      return `${head}.${body}.${signature}`;
    });
    expect(outcome).toBe('tokenKeys');
  });

  test('from another provider is refused by the parameter iss (RFC 9207)', async () => {
    provider.tokenFor = withClaims({});
    provider.exchanges = [];
    const attempt = finish(await start(), { iss: 'https://other.example.com' });
    expect(await outcomeOf(attempt)).toBe('issuer');
    expect(provider.exchanges).toEqual([]);
  });
});
