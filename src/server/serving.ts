import type { Server } from 'node:net';
import { ensureOperator } from './accounts/service/operator.ts';
import { createProduct } from './app.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open.ts';
import { registerPages } from './http/pages.ts';

/** Why a process goes: somebody at the keyboard, whoever runs it, or another one takes its place. */
export type Farewell = 'SIGINT' | 'SIGTERM' | 'replaced';

/** What serves the product: this process, or several that it has started. */
export interface Serving {
  /** Where it listens: `http://localhost:3000`. */
  address: string;
  /** Who runs the product; the password only when it was made up just now. */
  operator: { email: string; password: string | null };
  /** Ends in order: no new requests, the running ones and the jobs, the database. */
  close(why: Farewell): Promise<void>;
}

type Options = {
  /** Pages straight from their sources, with hot reload. */
  dev: boolean;
  report: (line: string) => void;
};

/** Serves the whole product from this process. */
export async function serveHere(config: Config, { dev, report }: Options): Promise<Serving> {
  const open = await openDatabase({
    url: config.databaseUrl ?? undefined,
    directUrl: config.databaseDirectUrl ?? undefined,
    prepare: config.databasePrepare,
    dataDir: config.dataDir,
    report,
  });
  let address = '';
  const product = await createProduct(config, open, () => address);
  const pages = await registerPages(product.app, {
    dev,
    isLimited: config.rateLimits,
    site: config.site,
    origin: product.house.origin,
    apiFor: ({ headers, ip }) => product.loaderCallerOf({ cookie: headers.cookie ?? '' }, ip),
  });
  // What `/pricing` shows is fresh on the next request.
  product.house.catalogueNews.hear(pages.forget);
  await product.app.listen({ host: config.host, port: config.port });
  address = `http://localhost:${portOf(product.app.server.address())}`;
  const operator = await ensureOperator(product.house);
  await product.catchUpSoon();
  const close = async (why: Farewell) => {
    // Somebody at the keyboard waits; nobody is led elsewhere meanwhile.
    const notice = why === 'SIGTERM' ? config.drainSeconds * 1_000 : 0;
    await product.close({ notice, isReplaced: why === 'replaced' });
    await open.close();
  };
  return { address, operator, close };
}

/** A listening TCP server always has a port. */
const portOf = (bound: ReturnType<Server['address']>) =>
  typeof bound === 'object' && bound ? bound.port : 0;
