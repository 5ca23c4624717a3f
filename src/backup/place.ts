import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import {
  findRunningEmbedded,
  startEmbedded,
} from '#server/platform/database/lifecycle/embedded.ts';
import { openStorage, type Storage } from '#server/platform/files/storage.ts';

/** Database and file storage of a product. */
export type DataStores = {
  /** Connection string of the database's owner. */
  url: string;
  storage: Storage;
  dataDir: string;
} & AsyncDisposable;

type Where = Pick<Config, 'bucket' | 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'databaseDirectUrl'>>;

/** Returns the direct database URL: a snapshot and its locks don't survive a transaction pooler. */
const given = ({ databaseUrl, databaseDirectUrl }: Where) => databaseDirectUrl ?? databaseUrl;

const stays = () => Promise.resolve();

/** Opens the product's database and files, whether it runs or not. */
export async function openPlace(config: Where): Promise<DataStores> {
  const { dataDir } = config;
  const storage = openStorage(config);
  const running = given(config) ?? (await findRunningEmbedded(dataDir));
  if (running) return { url: running, storage, dataDir, [Symbol.asyncDispose]: stays };
  if (!existsSync(join(dataDir, 'cluster'))) {
    throw new Error(`There is nothing to back up in ${dataDir}.`);
  }
  const { ownerUrl: url, stop } = await startEmbedded({ dataDir });
  return { url, storage, dataDir, [Symbol.asyncDispose]: stop };
}

/**
 * Opens an empty place for rows and files. Throws an error that lists what is there otherwise; the
 * restore itself checks for rows in an external database.
 */
export async function openEmptyPlace(
  config: Where,
): Promise<DataStores & { discard(): Promise<void> }> {
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

/** Throws an error that lists up to five of the things found, if there are any. */
export function assertNothing(found: string[], where: string): void {
  if (found.length === 0) return;
  const others = found.length > 5 ? ` and ${found.length - 5} more` : '';
  throw new Error(
    `Only an empty place is restored into; ${where} has ${found.slice(0, 5).join(', ')}${others}.`,
  );
}
