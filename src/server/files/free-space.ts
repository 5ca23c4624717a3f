import { statfs } from 'node:fs/promises';
import { Failure } from '#contract/errors.ts';

/** Bytes that stay free for the database. */
const reservedBytes = 256 * 1024 * 1024;

/** Refuses with `upload.noSpace` when the disk of a folder is nearly full. */
export const assertFreeSpace = async (folder: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reservedBytes) throw new Failure('upload.noSpace');
};

/** Returns `upload.noSpace` for the error of a full disk, and any other error as it is. */
export const toDiskFailure = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new Failure('upload.noSpace')
    : error;
