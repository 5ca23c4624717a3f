import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { joinEmbedded, startEmbedded } from '#server/database/embedded.ts';
import { openStorage, type Storage } from '#server/files/storage.ts';

/** Where a product has its rows and its files. */
export interface Place extends AsyncDisposable {
  /** The database, as its owner. */
  url: string;
  storage: Storage;
  dataDir: string;
}

type Where = Pick<Config, 'bucket' | 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseDirectUrl'>>;

/** The given database itself: a snapshot and its locks outlive what a pooler lends. */
const given = ({ databaseUrl, databaseDirectUrl }: Where) => databaseDirectUrl ?? databaseUrl;

const stays = () => Promise.resolve();

/** The product's rows and files, whether it runs or not. */
export async function openPlace(config: Where): Promise<Place> {
  const { dataDir } = config;
  const storage = openStorage(config);
  const running = given(config) ?? (await joinEmbedded(dataDir));
  if (running) return { url: running, storage, dataDir, [Symbol.asyncDispose]: stays };
  if (!existsSync(join(dataDir, 'cluster'))) {
    throw new Error(`There is nothing to back up in ${dataDir}.`);
  }
  const { ownerUrl: url, stop } = await startEmbedded({ dataDir });
  return { url, storage, dataDir, [Symbol.asyncDispose]: stop };
}

/**
 * An empty place for rows and files. An error that says what is there when it is not empty; rows in a
 * database of one's own are looked for by whoever restores them.
 */
export async function openEmptyPlace(config: Where): Promise<Place & { discard(): Promise<void> }> {
  const { dataDir, bucket } = config;
  const databaseUrl = given(config);
  const storage = openStorage(config);
  if (bucket) {
    const { objects } = await storage.listAll('');
    assertNothing(
      [...objects].map(({ name }) => name),
      `the bucket ${bucket.name}`,
    );
  }
  if (databaseUrl) {
    const files = join(dataDir, 'files');
    if (!bucket) assertNothing(existsSync(files) ? await readdir(files) : [], files);
    const place = { url: databaseUrl, storage, dataDir, discard: stays };
    return { ...place, [Symbol.asyncDispose]: stays };
  }
  const wasThere = existsSync(dataDir);
  assertNothing(wasThere ? await readdir(dataDir) : [], dataDir);
  const { ownerUrl: url, stop } = await startEmbedded({ dataDir });
  let stopping: Promise<void> | undefined;
  const stopOnce = () => (stopping ??= stop());
  const discard = async () => {
    await stopOnce();
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
    if (!wasThere) await rmdir(dataDir);
  };
  return { url, storage, dataDir, discard, [Symbol.asyncDispose]: stopOnce };
}

/** An error that says what is in the way, if anything is. */
export function assertNothing(found: string[], where: string): void {
  if (found.length === 0) return;
  const others = found.length > 5 ? ` and ${found.length - 5} more` : '';
  throw new Error(
    `Only an empty place is restored into; ${where} has ${found.slice(0, 5).join(', ')}${others}.`,
  );
}
