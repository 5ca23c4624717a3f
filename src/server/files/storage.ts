import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files are kept; whatever is behind it, a name is written once and never changed. */
export type Storage = Disk;

/** Files in a folder. One that was confirmed survives a power cut, like the row that names it. */
class DurableFiles extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(...given: Parameters<FSDriver['put']>) {
    await super.put(...given);
    const file = await open(join(this.#folder, given[0]), 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** The files of the product, in the data directory. */
export const openStorage = (dataDir: string): Storage =>
  new Disk(new DurableFiles(join(dataDir, 'files')));

/** The grammar of a picture's name: 128 bits of chance and its format. */
export const pictureName = /^[0-9a-f]{32}\.(png|webp)$/;
