import { isIP } from 'node:net';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';

/** Site that passkeys are bound to (WebAuthn Level 3, §5.1.2). */
type RelyingParty = { rpID: string; origin: string };

/**
 * Returns the site of the product by its public address; null where browsers refuse passkeys: at an IP address, and
 * without https at any host but `localhost`.
 */
function relyingPartyOf({ origin }: Pick<AppContext, 'origin'>): RelyingParty | null {
  const url = new URL(origin());
  const isAddress = isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const isSecure = url.protocol === 'https:' || /^(.+\.)?localhost$/.test(url.hostname);
  return isAddress || !isSecure ? null : { rpID: url.hostname, origin: url.origin };
}

/** Returns true if the address of the product permits passkeys. */
export const supportsPasskeys = (context: Pick<AppContext, 'origin'>) =>
  relyingPartyOf(context) !== null;

/** Returns the site of the product; refuses if its address permits no passkeys. */
export function requireRelyingParty(context: Pick<AppContext, 'origin'>) {
  const site = relyingPartyOf(context);
  if (!site) throw new Failure('factors.passkeysUnavailable');
  return site;
}
