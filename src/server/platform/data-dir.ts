import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the data directory and its missing parents, for its owner only. Throws a message that names the setting when a
 * file is in the way or a folder refuses.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'a file is in its way' : `it can't be written (${code})`;
    const remedy = 'Start as a user who may write there, or set another directory.';
    throw new Error(`DATA_DIR: can't use ${dataDir}: ${why}. ${remedy}`, { cause });
  }
}

// One folder after the other: `recursive` never ends where one refuses with ENOENT, as /proc does.
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
