import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitFrom, launch, stop } from '#tools/bench/children.ts';

interface Meter {
  /** Resident memory in MiB. */
  memory: number;
  /** Longest delay of the event loop, in ms. */
  delay: number;
  connections: number;
}

/** Running product: addresses of it and its database, and its metrics since the last call. */
export interface RunningProduct {
  origin: string;
  ownerUrl: string;
  meter: () => Promise<Meter>;
}

/** Starts the API without the pages on a database of its own; closed with the stack. */
export async function startProduct(
  stack: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'pregao-proof-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const child = launch(new URL('product-child.ts', import.meta.url), {
    env: { DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings },
  });
  stack.defer(() => stop(child));
  child.stdout?.pipe(process.stderr);
  type Place = Pick<RunningProduct, 'origin' | 'ownerUrl'>;
  const place = await awaitFrom<Place>(child, (heard) => child.once('message', heard));
  const meter = async () => {
    const answer = once(child, 'message');
    child.send('how are you?');
    const [heard] = await answer;
    return heard as Meter;
  };
  return { ...place, meter };
}
