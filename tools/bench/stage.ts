import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { enterAsOperator, register, type Account, type Headers } from './accounts.ts';
import { stop } from './children.ts';
import { startInTurn, type ColdStarts } from './cold-starts.ts';
import { openFew, type Few } from './few.ts';
import type { Place } from './place.ts';
import { offerFile } from './recorded.ts';
import { fill, type DataSet, type Size } from './seed.ts';
import { startProduct, type Server } from './servers.ts';

/** Everything that runs during the bench. */
export interface Scene {
  place: Place;
  product: Server;
  ceilings: Server;
  /** Process id of PostgreSQL. */
  postmaster: number;
  measured: Account;
  stranger: Account;
  asOperator: Headers;
  data: DataSet;
  /** Id of a resource with a file. */
  resource: string;
  /** Signing secret of the provider's webhooks. */
  secret: string;
  coldStarts: ColdStarts;
  /** Instance with ten organizations; null unless the other one has many. */
  few: Few | null;
}

interface Plan {
  size: Size;
  withFew: boolean;
  /** Called with the next step; may throw to abort. */
  progress: (what: string) => void;
}

/** Sets everything up in a folder of its own; closed with the stack. */
export async function setStage(
  stack: AsyncDisposableStack,
  { size, withFew, progress }: Plan,
): Promise<Scene> {
  progress('Starting PostgreSQL');
  const folder = mkdtempSync(join(tmpdir(), 'pregao-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'postgres');
  const { ownerUrl, stop: stopPostgres } = await startEmbedded({ dataDir });
  stack.defer(stopPostgres);
  const postmaster = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8');
  const settings = { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'product') };
  const place: Place = { ownerUrl, folder, settings, log: join(dataDir, 'postgres.log') };

  progress('Starting the product for the first time');
  const first = await startProduct(settings);
  stack.defer(() => stop(first.child));
  const measured = await register(first.origin, 'Measured');
  const stranger = await register(first.origin, 'Stranger');
  const resource = await offerFile(first.origin, await enterAsOperator(first.origin));
  await stop(first.child);

  progress(`Filling the database: ${size}`);
  const data = await fill(ownerUrl, { measured, stranger, size });
  const started = await startInTurn(stack, { place, measured, progress });
  const { product } = started;
  if (withFew) progress('Starting a small product beside it');
  return {
    ...started,
    place,
    measured,
    stranger,
    data,
    resource,
    asOperator: await enterAsOperator(product.origin),
    few: withFew ? await openFew(stack, place) : null,
    postmaster: Number.parseInt(postmaster, 10),
  };
}
