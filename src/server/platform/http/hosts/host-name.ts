import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '#server/config.ts';
import type { TrustedProxies } from '#server/platform/http/protection/proxies.ts';

const hostPattern = /^(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?(?::\d{1,5})?$/i;

/**
 * Returns the name of a host in lower case, without port and final dot. Null unless it is written in ASCII, as
 * browsers write international names.
 */
export const hostNameOf = (host: string | undefined): string | null =>
  hostPattern.exec(host ?? '')?.[1]?.toLowerCase() ?? null;

/** Returns the host that a visitor asked for; `X-Forwarded-Host` counts only from a trusted proxy. */
export function requestedHost(request: IncomingMessage, proxies: TrustedProxies) {
  const forwarded = proxies.isFromProxy(request) && request.headers['x-forwarded-host'];
  // The last entry is the one that the trusted proxy wrote.
  const named = forwarded ? [forwarded].flat().join(',').split(',').at(-1)?.trim() : undefined;
  return hostNameOf(named ?? request.headers.host);
}

/** Meaning of a host name by its form: the main site, a name that an organization may have, or neither. */
export type HostClaim =
  | { kind: 'main' | 'unknown' | 'www' }
  | { kind: 'subdomain' | 'domain'; value: string };

type Site = {
  /** Public URL of the main site. */
  origin: string;
  /** True if `PUBLIC_URL` is set: the main site then has only its own name. */
  isPublic: boolean;
};

/** Returns true for a loopback name, an address, or a name without a dot: servers use these among themselves. */
const isInternal = (name: string) =>
  isLoopback(name) || !name.includes('.') || isIP(name.replace(/[[\]]/g, '')) !== 0;

let parsed: { origin: string; name: string | null } = { origin: '', name: null };

/** Returns the name of the main site; keeps it, as every request asks. */
function mainNameOf(origin: string) {
  if (parsed.origin !== origin) {
    parsed = { origin, name: hostNameOf(URL.parse(origin)?.host) };
  }
  return parsed.name;
}

/**
 * Returns the meaning of a host name. Internal names lead to the main site: probes, proxies and
 * administrators use them, and no organization can have one.
 */
export function claimOf(name: string | null, { origin, isPublic }: Site): HostClaim {
  const main = mainNameOf(origin);
  const otherwise = { kind: isPublic ? 'unknown' : 'main' } as const;
  if (name === null) return otherwise;
  if (name === main || isInternal(name)) return { kind: 'main' };
  if (main !== null && !isIP(main) && name.endsWith(`.${main}`)) {
    const value = name.slice(0, -main.length - 1);
    if (value === 'www') return { kind: 'www' };
    return value.includes('.') ? { kind: 'unknown' } : { kind: 'subdomain', value };
  }
  return { kind: 'domain', value: name };
}
