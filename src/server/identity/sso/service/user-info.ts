import { fetchUserInfo, type Configuration } from 'openid-client';
import { SsoRefusal } from '#server/identity/sso/rules.ts';

type Claims = { sub: string } & Record<string, unknown>;

/** Returns true if a provider says that the address is not verified; some say so as text. */
export const isRefuted = ({ email_verified: verified }: Record<string, unknown>) =>
  verified === false || verified === 'false';

/**
 * Returns the claims of the ID token, and what it lacks from the userinfo endpoint (OpenID Connect Core 5.3 and 5.4), which
 * is asked only if an address, a name or the claim with groups is missing. Without names a person signs in;
 * without the others a failure there is a refusal.
 */
export async function withUserInfo(
  configuration: Configuration,
  access: string,
  { token, neededClaim }: { token: Claims; neededClaim: string },
): Promise<Claims> {
  const isGiven = ([, value]: [string, unknown]) => value !== null && value !== '';
  const given = Object.fromEntries(Object.entries(token).filter(isGiven));
  const lacks = (name: string) => name !== '' && !Object.hasOwn(given, name);
  const isNeeded = ['email', neededClaim].some(lacks);
  const isWanted = isNeeded || ['given_name', 'family_name'].some(lacks);
  if (!isWanted || !configuration.serverMetadata().userinfo_endpoint) return token;
  try {
    // The library compares `sub`; the outbound fetch bounds the size and the time of the reply.
    const found: Claims = await fetchUserInfo(configuration, access, token.sub);
    const refuted = isRefuted(found) || isRefuted(token);
    return { ...found, ...given, ...(refuted && { email_verified: false }) };
  } catch (error) {
    if (!isNeeded) return token;
    const { code } = error as { code?: string };
    throw new SsoRefusal('userInfo', { cause: error, detail: `userinfo: ${code ?? 'no reply'}` });
  }
}
