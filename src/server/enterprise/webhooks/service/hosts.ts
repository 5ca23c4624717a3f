import { FairPlaces } from '#server/platform/fair-places.ts';

/** Requests of this process to one host at the same time, for all organizations together. */
const perHost = 10;

/** Limits the requests to each host, so that many endpoints with one host are no attack on it (R-WHK-09). */
export function createHostPlaces() {
  const hosts = new Map<string, FairPlaces>();
  return {
    /** Takes up to `most` places for an endpoint; disposing the result gives them back. */
    take: (host: string, endpoint: string, most: number): Disposable & { count: number } => {
      const places = hosts.get(host) ?? new FairPlaces(perHost, 1);
      const taken: Disposable[] = [];
      while (taken.length < most && places.admits(endpoint)) taken.push(places.take(endpoint));
      if (taken.length > 0) hosts.set(host, places);
      return {
        count: taken.length,
        [Symbol.dispose]: () => {
          for (const place of taken) place[Symbol.dispose]();
          if (places.isUnused) hosts.delete(host);
        },
      };
    },
  };
}

/** Returns the registered domain or IP address of a URL: with a wildcard record, any number of names is one host. */
export async function webhookHostOf(url: string): Promise<string> {
  // The list of public suffixes is large.
  const { parse } = await import('tldts');
  const { domain, hostname } = parse(url, { allowPrivateDomains: true });
  return domain ?? hostname ?? url;
}
