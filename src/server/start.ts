import type { Server } from 'node:net';
import { ensureOperator } from './accounts/service/operator.ts';
import { createProduct } from './app.ts';
import { readConfig } from './config.ts';
import { AlreadyRunning } from './database/embedded.ts';
import { openDatabase } from './database/open.ts';
import { registerPages } from './http/pages.ts';
import { assertSafe } from './production.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start() {
  const config = readConfig(process.env);
  await assertSafe(config, say);
  const open = await openDatabase({
    url: config.databaseUrl ?? undefined,
    directUrl: config.databaseDirectUrl ?? undefined,
    prepare: config.databasePrepare,
    processes: config.processes,
    dataDir: config.dataDir,
    report: say,
  });
  let address = '';
  const product = await createProduct(config, open, () => address);
  const pages = await registerPages(product.app, {
    dev: process.argv.includes('--dev'),
    isLimited: config.rateLimits,
    site: config.site,
    origin: product.house.origin,
    apiFor: (request) => product.callerOf({ cookie: request.headers.cookie ?? '' }, request.ip),
  });
  // What `/pricing` shows is fresh on the next request.
  product.house.catalogueNews.hear(pages.forget);
  await product.app.listen({ host: config.host, port: config.port });
  address = `http://localhost:${portOf(product.app.server.address())}`;
  const operator = await ensureOperator(product.house);
  stopOnSignals(async (signal) => {
    // Somebody at the keyboard waits; nobody is led elsewhere meanwhile.
    await product.close(signal === 'SIGINT' ? 0 : config.drainSeconds * 1_000);
    await open.close();
  });
  if (operator.password) say(`Operator: ${operator.email} / ${operator.password}`);
  say(`Pregão is ready at ${config.publicUrl ?? address}`);
}

/** A listening TCP server always has a port. */
const portOf = (bound: ReturnType<Server['address']>) =>
  typeof bound === 'object' && bound ? bound.port : 0;

/** Ends in order: no new requests, the running ones and the jobs, the database. */
const stopOnSignals = (close: (signal: 'SIGINT' | 'SIGTERM') => Promise<void>) => {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      close(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
};

start().catch((error: unknown) => {
  const expected = error instanceof AlreadyRunning || (error as { name?: string }).name === 'Error';
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
