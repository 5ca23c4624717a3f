import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import type { Config } from '#server/config.ts';
import { causeOf, describeCause } from '#server/platform/error-cause.ts';
import { lazyModule } from '#server/platform/lazy-module.ts';

/** Thrown when the file store can't be reached, fails or refuses our keys: a later attempt may succeed. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';

  constructor(options?: ErrorOptions) {
    super('The file storage is unavailable', options);
  }
}

/** Byte range of a file, both ends included. */
export type FileRange = { start: number; end: number };

/** Operations beyond those of the driver: large files are streamed. */
export type StreamingStorage = {
  /** Moves a local file into the storage. */
  moveIn(name: string, path: string): Promise<void>;
  /** Opens part of a file; fails with `notFound` when there is none of this name. */
  openRange(name: string, range: FileRange): Promise<Readable>;
};

type DriverMethod =
  | 'put'
  | 'exists'
  | 'getBytes'
  | 'getStream'
  | 'getMetaData'
  | 'listAll'
  | 'delete';

/** File storage; a name is written once and its content never changes. */
export type Storage = Pick<Disk, DriverMethod> & StreamingStorage;

/** Settings that select the storage. */
export type StorageSettings = Pick<Config, 'bucket' | 'dataDir'>;

/** Opens the file storage; its driver is loaded at the first use. */
export const openStorage = (place: StorageSettings): Storage =>
  lazyModule(async () => (await import('./disk.ts')).openDisk(place));

/** Pattern of a picture's name: 128 random bits and its format. */
export const pictureNamePattern = /^[0-9a-f]{32}\.(png|webp)$/;

/** Pattern of any other file's name; its type is in the row that names it. */
export const fileNamePattern = /^[0-9a-f]{32}\.bin$/;

/**
 * Checks the configured bucket before the product serves. Throws a message that names the setting when the
 * bucket is missing or refuses the keys. Returns a warning, or `null`: a store that is only unavailable
 * for now must not keep the product from starting.
 */
export async function checkStorage({ bucket }: StorageSettings): Promise<string | null> {
  if (!bucket) return null;
  const failure = await (await import('./bucket.ts')).checkBucket(bucket);
  if (failure === null) return null;
  const reason = describeCause(causeOf(failure));
  return `The file storage (S3_BUCKET) is unreachable, and files are unavailable: ${reason}`;
}

/** Milliseconds for which a result is reused: readiness is checked about every second. */
const probeIntervalMs = 10_000;

type ProbeOptions = { now?: () => number; onChecked?: (failure: unknown) => void };

/** Returns a probe that is true while the file storage can be used. A folder always can. */
export function storageProbe(
  { bucket }: StorageSettings,
  { now = Date.now, onChecked }: ProbeOptions = {},
): () => Promise<boolean> {
  let last: { at: number; isUp: Promise<boolean> } | undefined;
  return () => {
    if (!bucket) return Promise.resolve(true);
    if (!last || now() - last.at >= probeIntervalMs) {
      const isUp = import('./bucket.ts')
        .then(({ checkBucket }) => checkBucket(bucket))
        .catch((refusal: unknown) => refusal)
        .then((failure) => {
          onChecked?.(failure);
          return failure === null;
        });
      last = { at: now(), isUp };
    }
    return last.isUp;
  };
}
