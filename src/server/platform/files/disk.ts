import { createReadStream } from 'node:fs';
import { open, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { Failure } from '#contract/errors.ts';
import { assertFreeSpace, toDiskFailure } from './spool.ts';
import type { StreamingStorage, StorageSettings, FileRange, Storage } from './storage.ts';

/** Files in a folder. A confirmed file survives a power failure, like the row that names it (R-REL-01). */
class DurableFiles extends FSDriver implements StreamingStorage {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(...given: Parameters<FSDriver['put']>) {
    await mkdir(this.#folder, { recursive: true });
    await assertFreeSpace(this.#folder);
    try {
      await super.put(...given);
      await fsync(join(this.#folder, given[0]), 'r+');
    } catch (error) {
      throw toDiskFailure(error);
    }
  }

  async moveIn(name: string, path: string) {
    await mkdir(this.#folder, { recursive: true });
    await fsync(path, 'r+');
    await rename(path, join(this.#folder, name));
    await fsync(this.#folder, 'r');
  }

  async openRange(name: string, range: FileRange) {
    const path = join(this.#folder, name);
    await stat(path).catch(orNotFound);
    return createReadStream(path, range);
  }
}

/** Turns the error of a missing file into 404. */
function orNotFound(error: NodeJS.ErrnoException) {
  throw error.code === 'ENOENT' ? new Failure('notFound') : error;
}

/** Flushes a file or folder to the disk (fsync). */
async function fsync(path: string, flags: 'r' | 'r+') {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens the files of the product: in a bucket when one is configured, otherwise in the data directory. */
export async function openDisk({ bucket, dataDir }: StorageSettings): Promise<Storage> {
  const driver = bucket ? await openBucket(bucket) : new DurableFiles(join(dataDir, 'files'));
  const disk = new Disk(driver);
  const put = disk.put.bind(disk);
  return Object.assign(disk, {
    // Flydrive wraps the errors of its drivers.
    put: (...given: Parameters<Disk['put']>) =>
      put(...given).catch((error: Error) => {
        throw error.cause instanceof Failure ? error.cause : error;
      }),
    moveIn: (name: string, path: string) => driver.moveIn(name, path),
    openRange: (name: string, range: FileRange) => driver.openRange(name, range),
  });
}

/** Loads the client of S3 only where it is used, because it is large. */
const openBucket = async (bucket: NonNullable<StorageSettings['bucket']>) =>
  (await import('./bucket.ts')).openBucket(bucket);
