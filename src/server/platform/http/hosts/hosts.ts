import type { IncomingMessage } from 'node:http';
import type { AddressOrganization } from '#contract/membership.ts';
import type { Locale } from '#locales/locales.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import type { TrustedProxies } from '#server/platform/http/protection/proxies.ts';
import { claimOf, requestedHost, type HostClaim } from './host-name.ts';

/** Organization whose own address a visitor asked for. */
export type AddressOwner = {
  tenant: TenantId;
  organization: AddressOrganization;
  /** Language of its first owner, for visitors who have not chosen one. */
  locale: Locale;
};

/** Site that a request is for: the main one, that of an organization, or none that exists. */
export type RequestedSite =
  | { kind: 'main' | 'unknown' | 'www'; name: string | null; owner: null }
  | { kind: 'organization'; name: string; isDomain: boolean; owner: AddressOwner };

/** Finds the organization of a subdomain or of an active domain. */
export type FindAddress = (
  claim: Extract<HostClaim, { value: string }>,
) => Promise<AddressOwner | null>;

/** Milliseconds after which a change of an address takes effect in every process. */
export const keptMs = 5_000;
const maxKept = 1_000;

/** Keeps what the database said about the hosts of the last seconds, also that there is no organization. */
function rememberAddresses(find: FindAddress): FindAddress {
  const kept = new Map<string, { found: ReturnType<FindAddress>; until: number }>();
  return (claim) => {
    const key = `${claim.kind} ${claim.value}`;
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.found;
    kept.delete(key);
    const found = find(claim);
    kept.set(key, { found, until: performance.now() + keptMs });
    found.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

type HostsOptions = {
  /** Public URL of the main site. */
  origin: () => string;
  /** True if `PUBLIC_URL` is set. */
  isPublic: boolean;
  proxies: TrustedProxies;
  find: FindAddress;
};

/** Tells which site a request or a host name is for. */
export type Hosts = ReturnType<typeof createHosts>;

/** Creates the lookup of sites. Only exact names of known sites count; everything else is unknown (R-ADR-02). */
export function createHosts({ origin, isPublic, proxies, find }: HostsOptions) {
  const findKept = rememberAddresses(find);
  const siteOf = async (name: string | null): Promise<RequestedSite> => {
    const claim = claimOf(name, { origin: origin(), isPublic });
    if (!('value' in claim) || name === null) return { kind: toKind(claim), name, owner: null };
    const owner = await findKept(claim);
    const isDomain = claim.kind === 'domain';
    if (owner) return { kind: 'organization', name, isDomain, owner };
    return { kind: isDomain && !isPublic ? 'main' : 'unknown', name, owner: null };
  };
  return {
    siteOf,
    /** Returns the site of a request, which may not have passed the hooks of Fastify. */
    siteOfRequest: (request: IncomingMessage) => siteOf(requestedHost(request, proxies)),
  };
}

const toKind = ({ kind }: HostClaim) => (kind === 'main' || kind === 'www' ? kind : 'unknown');
