import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies } from '#packages/dependencies.ts';
import { addDatabase } from '#tools/kit/databases.ts';
import { registerOrganization, signIn, type OwnerAccount } from '#tools/kit/organizations.ts';
import { startProcess, stop, type ServerProcess } from '#tools/kit/processes.ts';
import { startDatabaseServer, startProduct, type TestPostgres } from '#tools/kit/servers.ts';
import { fillDatabase, type DataSet, type DataSize } from './data.ts';
import { recordReplies, type CeilingSettings } from './recordings.ts';

/** Product on a filled database, with what its requests need. */
export type FilledProduct = {
  product: ServerProcess;
  settings: TestPostgres['settings'];
  measured: OwnerAccount;
  asOperator: OwnerAccount['headers'];
  data: DataSet;
};

/** Everything that runs during the bench. */
export type BenchSetup = {
  postgres: TestPostgres;
  size: DataSize;
  ceilings: ServerProcess;
  startCeilings: (stack: AsyncDisposableStack) => Promise<ServerProcess>;
  /** Returns an instance with ten organizations, started on the first call; null if all are as small. */
  few: () => Promise<FilledProduct> | null;
} & FilledProduct;

type Filling = { size: DataSize; server?: string; fill?: typeof fillDatabase };

/** Starts the product, or that of another commit, on an empty database, fills that and starts the product again. */
export async function startFilled(
  stack: AsyncDisposableStack,
  settings: FilledProduct['settings'],
  { size, server, fill = fillDatabase }: Filling,
): Promise<FilledProduct> {
  const first = await startProduct(stack, settings, server);
  const measured = await registerOrganization(first.origin, 'Measured');
  await stop(first.child);
  const data = await fill(settings.DATABASE_URL, measured, size);
  const product = await startProduct(stack, settings, server);
  return { product, settings, measured, asOperator: await signIn(product.origin), data };
}

/** Starts everything in a temporary folder; closed with the stack. */
export async function prepareBench(
  stack: AsyncDisposableStack,
  size: DataSize,
): Promise<BenchSetup> {
  installDependencies('bench');
  const postgres = await startDatabaseServer(stack);
  const { folder, settings } = postgres;
  const filled = await startFilled(stack, settings, { size });
  const recorded = await recordReplies(filled.product.origin);
  const forCeilings: CeilingSettings = { databaseUrl: settings.DATABASE_URL, recorded };
  const file = join(folder, 'ceilings.json');
  writeFileSync(file, JSON.stringify(forCeilings));
  const script = new URL('ceilings/main.ts', import.meta.url);
  const startCeilings = (own: AsyncDisposableStack) => startProcess(own, script, { args: [file] });
  const startFew = async () => {
    const DATABASE_URL = await addDatabase(settings.DATABASE_URL, 'few');
    return startFilled(stack, { DATABASE_URL, DATA_DIR: join(folder, 'few') }, { size: 'small' });
  };
  let few: Promise<FilledProduct> | null = null;
  return {
    ...filled,
    postgres,
    size,
    startCeilings,
    ceilings: await startCeilings(stack),
    few: () => (size === 'small' ? null : (few ??= startFew())),
  };
}
