import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { email, name } from '#contract/shapes.ts';
import type { Config } from '#server/config.ts';

/** Who somebody is, in Google's word. */
export type GoogleIdentity = {
  /** Google's id of the person, which stays when their address changes. */
  sub: string;
  /** Proven to Google. */
  email: string;
  givenName: string;
  familyName: string;
};

const claims = z.object({
  sub: z.string().min(1).max(255),
  email,
  email_verified: z.literal(true),
  given_name: name(100).catch(''),
  family_name: name(100).catch(''),
});

/** Google's public keys by their address: fetched when first needed, then kept and renewed. */
const keySets = new Map<string, JWTVerifyGetKey>();

const keysAt = (url: string) => {
  const keys = keySets.get(url) ?? createRemoteJWKSet(new URL(url));
  keySets.set(url, keys);
  return keys;
};

/**
 * Reads a Google ID token: signed by Google, made for us, not older than it may be, and of an
 * address that Google has verified. Anything else is `account.login.invalid`.
 */
export async function verifyGoogleToken(
  { google }: Config,
  idToken: string | null | undefined,
): Promise<GoogleIdentity> {
  if (!google) throw new Failure('account.login.googleUnavailable');
  const { payload } = await jwtVerify(idToken ?? '', keysAt(google.keysUrl), {
    // Named here, never taken from the token: it could say "none", or sign with the public key.
    algorithms: ['RS256'],
    issuer: ['accounts.google.com', 'https://accounts.google.com'],
    audience: google.clientId,
    requiredClaims: ['exp', 'iat', 'sub'],
    maxTokenAge: '1h',
    clockTolerance: 60,
  }).catch((error: unknown) => {
    throw new Failure(
      isOfToken(error) ? 'account.login.invalid' : 'account.login.googleUnavailable',
    );
  });
  const { data } = claims.safeParse(payload);
  // A token for several audiences may have been made for one of the others.
  if (!data || payload.aud !== google.clientId) throw new Failure('account.login.invalid');
  const { sub, given_name: givenName, family_name: familyName } = data;
  return { sub, email: data.email, givenName, familyName };
}

/** Whether the token is at fault, not the way to Google's keys. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== errors.JOSEError.code;
