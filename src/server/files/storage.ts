import { createReadStream } from 'node:fs';
import { open, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '#server/config.ts';

/** Bytes of a file, from the first to the last one. */
type Range = { start: number; end: number };

/** What our storage does beyond its driver: large files go in and out without being held. */
export interface Keeper {
  /** Takes a file of this machine in; it is no longer where it was. */
  takeIn(name: string, path: string): Promise<void>;
  openRange(name: string, range: Range): Promise<Readable>;
}

/** Where files are kept; whatever is behind it, a name is written once and never changed. */
export type Storage = Disk & Keeper;

/** Files in a folder. One that was confirmed survives a power cut, like the row that names it. */
class DurableFiles extends FSDriver implements Keeper {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(...given: Parameters<FSDriver['put']>) {
    await super.put(...given);
    await sync(join(this.#folder, given[0]), 'r+');
  }

  async takeIn(name: string, path: string) {
    await mkdir(this.#folder, { recursive: true });
    await sync(path, 'r+');
    await rename(path, join(this.#folder, name));
    await sync(this.#folder, 'r');
  }

  async openRange(name: string, range: Range) {
    const path = join(this.#folder, name);
    await stat(path);
    return createReadStream(path, range);
  }
}

/** Waits until it is on the disk, and not only on its way there. */
const sync = async (path: string, flags: 'r' | 'r+') => {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The files of the product: in a bucket when one is configured, otherwise in the data directory. */
export async function openStorage({
  bucket,
  dataDir,
}: Pick<Config, 'bucket' | 'dataDir'>): Promise<Storage> {
  const driver = bucket ? await openBucket(bucket) : new DurableFiles(join(dataDir, 'files'));
  return Object.assign(new Disk(driver), {
    takeIn: (name: string, path: string) => driver.takeIn(name, path),
    openRange: (name: string, range: Range) => driver.openRange(name, range),
  });
}

/** What speaks to S3 is large: it is loaded only where it is used. */
const openBucket = async (bucket: NonNullable<Config['bucket']>) =>
  (await import('./bucket.ts')).openBucket(bucket);

/** The grammar of a picture's name: 128 bits of chance and its format. */
export const pictureName = /^[0-9a-f]{32}\.(png|webp)$/;

/** The grammar of any other file's name: what it is, its row knows. */
export const fileName = /^[0-9a-f]{32}\.bin$/;
