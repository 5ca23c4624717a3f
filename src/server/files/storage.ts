import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import type { Config } from '#server/config.ts';
import { later } from '#server/later.ts';

/** The store of files can't be reached, fails or refuses our keys: a later attempt may succeed. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';

  constructor(options?: ErrorOptions) {
    super('The file storage is unavailable', options);
  }
}

/** Bytes of a file, from the first to the last one. */
export type Range = { start: number; end: number };

/** What our storage does beyond its driver: large files go in and out without being held. */
export interface Keeper {
  /** Takes a file of this machine in; it is no longer where it was. */
  takeIn(name: string, path: string): Promise<void>;
  /** Fails with `notFound` when there is no file of this name. */
  openRange(name: string, range: Range): Promise<Readable>;
}

type Kept = 'put' | 'exists' | 'getBytes' | 'getStream' | 'getMetaData' | 'listAll' | 'delete';

/** Where files are kept; whatever is behind it, a name is written once and never changed. */
export type Storage = Pick<Disk, Kept> & Keeper;

/** What decides where that is. */
export type Place = Pick<Config, 'bucket' | 'dataDir'>;

/** The files of the product; what keeps them is loaded with the first one. */
export const openStorage = (place: Place): Storage =>
  later(async () => (await import('./disk.ts')).openDisk(place));

/** The grammar of a picture's name: 128 bits of chance and its format. */
export const pictureName = /^[0-9a-f]{32}\.(png|webp)$/;

/** The grammar of any other file's name: what it is, its row knows. */
export const fileName = /^[0-9a-f]{32}\.bin$/;

/**
 * Checks the configured bucket before the product serves anything. Throws a sentence that names the
 * setting when the bucket is missing or refuses the keys. Returns a warning, or `null`: a store that is
 * only away for now must not keep the product from starting.
 */
export async function checkStorage({ bucket }: Place): Promise<string | null> {
  if (!bucket) return null;
  const isReachable = await (await import('./bucket.ts')).checkBucket(bucket);
  return isReachable ? null : 'The file storage (S3_BUCKET) is unreachable: files are unavailable.';
}

/** Milliseconds for which one answer of the store counts: readiness is asked every second or so. */
const probeEvery = 10_000;

/** Returns a probe of the file storage: true while it can be used. Files in a folder always can. */
export const storageProbe = (place: Place, now = Date.now): (() => Promise<boolean>) => {
  let last: { at: number; isUp: Promise<boolean> } | undefined;
  return () => {
    if (!place.bucket) return Promise.resolve(true);
    if (!last || now() - last.at >= probeEvery) {
      const isUp = checkStorage(place).then(
        (warning) => warning === null,
        () => false,
      );
      last = { at: now(), isUp };
    }
    return last.isUp;
  };
};
