import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#server/database/embedded.ts';
import { stop } from './children.ts';
import { openLists, type Lists } from './lists.ts';
import { fill, register, type Account, type Size } from './seed.ts';
import {
  ask,
  startCeilings,
  startCold,
  startProduct,
  type ColdStart,
  type Server,
} from './servers.ts';

/** Everything that runs while the bench measures. */
export interface Scene {
  product: Server;
  ceilings: Server;
  /** Process id of PostgreSQL. */
  postmaster: number;
  measured: Account;
  stranger: Account;
  coldStarts: ColdStarts;
  /** Only where the operator's lists are measured. */
  lists: Lists | null;
}

export interface ColdStarts {
  product: ColdStart[];
  ceilings: ColdStart[];
}

interface Plan {
  size: Size;
  /** Whether the operator's lists are measured: they need a large instance and a small one. */
  withLists: boolean;
  /** Told what comes next; may throw to end it all. */
  progress: (what: string) => void;
}

/** Sets everything up in a folder of its own; what is started ends with the stack. */
export async function setStage(
  stack: AsyncDisposableStack,
  { size, withLists, progress }: Plan,
): Promise<Scene> {
  progress('Starting PostgreSQL');
  const folder = mkdtempSync(join(tmpdir(), 'pregao-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'postgres');
  const { ownerUrl, stop: stopPostgres } = await startEmbedded({ dataDir });
  stack.defer(stopPostgres);
  const postmaster = readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8');

  progress('Starting the product for the first time');
  const startOurs = () => startProduct(ownerUrl, join(folder, 'product'));
  const first = await startOurs();
  stack.defer(() => stop(first.child));
  const measured = await register(first.origin, 'Measured');
  const stranger = await register(first.origin, 'Stranger');
  const pageFile = join(folder, 'page.json');
  const pages = [await recordPage(first, '/product'), await recordPage(first, '/pricing')];
  writeFileSync(pageFile, JSON.stringify(Object.fromEntries(pages)));
  await stop(first.child);

  progress('Filling the database');
  await fill(ownerUrl, { measured, stranger, size });

  const coldStarts: ColdStarts = { product: [], ceilings: [] };
  const restart = async (name: keyof ColdStarts) => {
    progress(`Cold start: ${name}`);
    const isOurs = name === 'product';
    const started = await (isOurs
      ? startCold(startOurs, '/pricing')
      : startCold(() => startCeilings(ownerUrl, pageFile), '/products'));
    coldStarts[name].push(started);
    stack.defer(() => stop(started.server.child));
    return started.server;
  };
  for (let spare = 0; spare < 2; spare += 1) {
    await stop((await restart('product')).child);
    await stop((await restart('ceilings')).child);
  }
  const [product, ceilings] = [await restart('product'), await restart('ceilings')];
  if (withLists) progress('Starting a small product beside it');
  const place = { ownerUrl, folder, many: product };
  const lists = withLists ? await openLists(stack, place) : null;
  const scene = { product, ceilings, measured, stranger, coldStarts, lists };
  return { ...scene, postmaster: Number.parseInt(postmaster, 10) };
}

/** What a page looks like on the wire, for the ceilings to answer the same. */
async function recordPage({ origin }: Server, path: string) {
  const { status, headers, body } = await ask(`${origin}${path}`);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  const page = {
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    body: body.toString('base64'),
  };
  return [path, page] as const;
}
