import { createReadStream } from 'node:fs';
import { open, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { Failure } from '#contract/errors.ts';
import { assertSpace, fullDiskAsFailure } from './free-space.ts';
import type { Keeper, Place, Range, Storage } from './storage.ts';

/** Files in a folder. One that was confirmed survives a power cut, like the row that names it. */
class DurableFiles extends FSDriver implements Keeper {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(...given: Parameters<FSDriver['put']>) {
    await mkdir(this.#folder, { recursive: true });
    await assertSpace(this.#folder);
    try {
      await super.put(...given);
      await sync(join(this.#folder, given[0]), 'r+');
    } catch (error) {
      throw fullDiskAsFailure(error);
    }
  }

  async takeIn(name: string, path: string) {
    await mkdir(this.#folder, { recursive: true });
    await sync(path, 'r+');
    await rename(path, join(this.#folder, name));
    await sync(this.#folder, 'r');
  }

  async openRange(name: string, range: Range) {
    const path = join(this.#folder, name);
    await stat(path).catch(orNotFound);
    return createReadStream(path, range);
  }
}

/** A file that its row names and the folder does not have. */
const orNotFound = (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new Failure('notFound') : error;
};

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
export async function openDisk({ bucket, dataDir }: Place): Promise<Storage> {
  const driver = bucket ? await openBucket(bucket) : new DurableFiles(join(dataDir, 'files'));
  const disk = new Disk(driver);
  const put = disk.put.bind(disk);
  return Object.assign(disk, {
    // Flydrive wraps what a driver throws.
    put: (...given: Parameters<Disk['put']>) =>
      put(...given).catch((error: Error) => {
        throw error.cause instanceof Failure ? error.cause : error;
      }),
    takeIn: (name: string, path: string) => driver.takeIn(name, path),
    openRange: (name: string, range: Range) => driver.openRange(name, range),
  });
}

/** What speaks to S3 is large: it is loaded only where it is used. */
const openBucket = async (bucket: NonNullable<Place['bucket']>) =>
  (await import('./bucket.ts')).openBucket(bucket);
