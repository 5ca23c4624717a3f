import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { News } from './database/news.ts';
import type { Storage } from './files/storage.ts';
import type { Gateway } from './payments/gateway.ts';

/** What the subjects work with; assembled once, when the product starts. */
export type House = {
  config: Config;
  database: Database;
  gateway: Gateway;
  /** Products, prices or features changed. */
  catalogueNews: News;
  storage: Storage;
  /** Where visitors reach the product, without a trailing slash. Never taken from a request. */
  origin: () => string;
  /** Mail goes to the local mailbox, so a reply may show the token that was mailed. */
  mailIsLocal: boolean;
};
