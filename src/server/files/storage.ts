import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import type { Config } from '#server/config.ts';
import { later } from '#server/later.ts';

/** Bytes of a file, from the first to the last one. */
export type Range = { start: number; end: number };

/** What our storage does beyond its driver: large files go in and out without being held. */
export interface Keeper {
  /** Takes a file of this machine in; it is no longer where it was. */
  takeIn(name: string, path: string): Promise<void>;
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
