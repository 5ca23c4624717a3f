/**
 * Serves a release without its pages from the sources in a folder, on an existing database. Runs as a
 * process of its own and reports its address to the parent.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as app from '#server/app.ts';
import type * as configuration from '#server/config.ts';
import type * as database from '#server/database/open.ts';

const [folder = '', ownerUrl = '', dataDir = ''] = process.argv.slice(2);
const load = async (path: string): Promise<unknown> =>
  import(pathToFileURL(join(folder, 'src/server', path)).href);

// Earlier releases call it `createProduct`; the other exports have been the same in every release.
const { createApplication, createProduct = createApplication } = (await load(
  'app.ts',
)) as typeof app & {
  createProduct?: typeof app.createApplication;
};
const { readConfig } = (await load('config.ts')) as typeof configuration;
const { connectDatabase } = (await load('database/open.ts')) as typeof database;

const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
const open = await connectDatabase(ownerUrl);
let address = '';
const product = await createProduct(config, open, () => address);
address = await product.app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
await once(process, 'SIGTERM');
await product.close();
await open.close();
process.exit();
