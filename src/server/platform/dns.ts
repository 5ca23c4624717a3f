import { Resolver } from 'node:dns/promises';

/**
 * Returns the TXT records of a name; empty if it has none. Throws when the name servers don't answer, which says
 * nothing about the records.
 */
export type TxtLookup = (name: string) => Promise<string[]>;

const timeoutMs = 3_000;

/** Creates the lookup over these name servers, or over those of the machine. */
export function createTxtLookup(servers: readonly string[]): TxtLookup {
  return async (name) => {
    // A resolver for each lookup: it reads the name servers of the machine when it is created.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
}
