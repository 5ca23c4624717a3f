import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { email, opaqueText, providedName } from '#contract/shapes.ts';
import type { Config } from '#server/config.ts';

/** Identity from a verified Google ID token. */
export type GoogleIdentity = {
  /** Google's id of the account, stable when its address changes. */
  sub: string;
  /** Address that Google has verified. */
  email: string;
  givenName: string;
  familyName: string;
};

const claimsSchema = z.object({
  sub: opaqueText(255).min(1),
  email,
  email_verified: z.literal(true),
  given_name: providedName(100),
  family_name: providedName(100),
});

/** Google's public keys by URL: fetched on first use, then cached and refreshed. */
const keySets = new Map<string, JWTVerifyGetKey>();

function keySetAt(url: string) {
  const keys = keySets.get(url) ?? createRemoteJWKSet(new URL(url));
  keySets.set(url, keys);
  return keys;
}

/**
 * Verifies a Google ID token: signature, issuer, audience, age and verified email (R-ACC-21). Throws
 * `account.login.invalid` otherwise, `account.login.googleUnavailable` if the keys can't be loaded.
 */
export async function verifyGoogleToken(
  { google }: Config,
  idToken: string | null | undefined,
  { maxAge = '1h' } = {},
): Promise<GoogleIdentity> {
  if (!google) throw new Failure('account.login.googleUnavailable');
  const { payload } = await jwtVerify(idToken ?? '', keySetAt(google.keysUrl), {
    // Fixed here, never taken from the token, which could name "none" or an HMAC with the public key.
    algorithms: ['RS256'],
    issuer: ['accounts.google.com', 'https://accounts.google.com'],
    audience: google.clientId,
    requiredClaims: ['exp', 'iat', 'sub'],
    maxTokenAge: maxAge,
    clockTolerance: 60,
  }).catch((error: unknown) => {
    throw new Failure(
      isTokenError(error) ? 'account.login.invalid' : 'account.login.googleUnavailable',
    );
  });
  const { data } = claimsSchema.safeParse(payload);
  // A token with several audiences may have been issued for another client.
  if (!data || payload.aud !== google.clientId) throw new Failure('account.login.invalid');
  const { sub, given_name: givenName, family_name: familyName } = data;
  return { sub, email: data.email, givenName, familyName };
}

/** Returns true if the token itself is invalid, false if Google's keys could not be loaded. */
const isTokenError = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== errors.JOSEError.code;
