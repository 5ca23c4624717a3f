import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDataDir } from './data-dir.ts';

/**
 * Returns the secret in a file of the data directory that only its owner can read; generates it once, of this
 * many random bytes. The file gets its name when it is complete: a process that starts at the same time would
 * read an empty one.
 */
export async function loadOrCreateSecret(dataDir: string, name: string, bytes: number) {
  const file = join(dataDir, name);
  ensureDataDir(dataDir);
  const made = randomBytes(bytes).toString('base64url');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  } finally {
    await rm(draft);
  }
}
