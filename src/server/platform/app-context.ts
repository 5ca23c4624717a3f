import type { Config } from '#server/config.ts';
import type { CacheInvalidation } from './database/cache-invalidation.ts';
import type { Database } from './database/database.ts';
import type { TxtLookup } from './dns.ts';
import type { Encryption } from './encryption.ts';
import type { Storage } from './files/storage.ts';
import type { StripeClient } from './stripe/client.ts';

/** Dependencies of the services; assembled once, when the product starts. */
export type AppContext = {
  config: Config;
  database: Database;
  stripe: StripeClient;
  /** Invalidates the cached public pages: the catalog or a legal text changed. */
  pageInvalidation: CacheInvalidation;
  storage: Storage;
  /** Returns the TXT records of a name. */
  lookupTxt: TxtLookup;
  /** Encrypts secrets that the database stores. */
  encryption: Encryption;
  /** Returns the public URL without a trailing slash. Never taken from a request. */
  origin: () => string;
  /** Secret with which links to documents are signed. */
  linkKey: Buffer;
  /** True with the local mailbox: a reply may then show the token that was mailed (R-ACC-18). */
  hasLocalMailbox: boolean;
};
