import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { News } from './database/news.ts';
import type { Storage } from './files/storage.ts';
import type { Gateway } from './payments/gateway.ts';

/** Dependencies of the services; assembled once, when the product starts. */
export type House = {
  config: Config;
  database: Database;
  gateway: Gateway;
  /** Invalidations of the catalog: products, prices or features changed. */
  catalogueNews: News;
  storage: Storage;
  /** Returns the public URL without a trailing slash. Never taken from a request. */
  origin: () => string;
  /** True with the local mailbox: a reply may then show the token that was mailed (R-ACC-18). */
  mailIsLocal: boolean;
};
