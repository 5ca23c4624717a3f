import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#contract/errors.ts';

/** Received file that is not stored yet; it is deleted on disposal, unless the storage took it. */
export type SpooledFile = AsyncDisposable & { path: string; size: number; sha256: string };

const spaceCheckBytes = 64 * 1024 * 1024;

const folderIn = (dataDir: string) => join(dataDir, 'spool');

/** Streams an upload to a file and hashes it; refuses with `upload.size` or `upload.noSpace`. */
export async function spoolUpload(
  content: AsyncIterable<Uint8Array>,
  { dataDir, limit }: { dataDir: string; limit: number },
): Promise<SpooledFile> {
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  const dispose = () => rm(path, { force: true });
  const digest = createHash('sha256');
  let size = 0;
  async function* counted() {
    let looked = -spaceCheckBytes;
    for await (const chunk of content) {
      if (size - looked >= spaceCheckBytes) {
        await assertFreeSpace(folder);
        looked = size;
      }
      size += chunk.length;
      if (size > limit) throw new Failure('upload.size');
      digest.update(chunk);
      yield chunk;
    }
  }
  try {
    const file = await open(path, 'wx', 0o600);
    await pipeline(counted, file.createWriteStream());
  } catch (error) {
    await dispose();
    throw toDiskFailure(error);
  }
  return { path, size, sha256: digest.digest('hex'), [Symbol.asyncDispose]: dispose };
}

/** Deletes files that a crash left behind and that are older than `age` milliseconds. */
export async function cleanUpSpool(dataDir: string, age: number): Promise<void> {
  const folder = folderIn(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const left = await stat(path).catch(() => null);
    if (left && Date.now() - left.mtimeMs > age) await rm(path, { force: true });
  }
}

/** Bytes that stay free for the database. */
const reservedBytes = 256 * 1024 * 1024;

/** Refuses with `upload.noSpace` when the disk of a folder is nearly full. */
export async function assertFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reservedBytes) throw new Failure('upload.noSpace');
}

/** Returns `upload.noSpace` for the error of a full disk, and any other error as it is. */
export const toDiskFailure = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new Failure('upload.noSpace')
    : error;
