import { readFile } from 'node:fs/promises';
import { Failure } from '#contract/errors.ts';
import { FileType } from '#contract/resources.ts';
import { isWholePicture } from './pictures.ts';
import { isWholeRar } from './rar.ts';
import type { Spooled } from './spool.ts';
import { isPlainText } from './text.ts';

/** A picture is decoded from memory. */
const largestPicture = 50 * 1024 * 1024;

/**
 * Looks into a file for what it is said to be. Refuses with `upload.invalidFile` what is something
 * else, broken, or a trap for whoever unpacks it.
 */
export async function assertContent({ path, size }: Spooled, type: FileType): Promise<void> {
  if (size === 0 || !(await looksAlike[type](path, size))) throw new Failure('upload.invalidFile');
}

const isPicture = (format: 'png' | 'jpeg') => async (path: string, size: number) => {
  if (size > largestPicture) throw new Failure('upload.size');
  return isWholePicture(await readFile(path), format);
};

const looksAlike: Record<FileType, (path: string, size: number) => Promise<boolean>> = {
  [FileType.Zip]: async (path) => (await import('./zip.ts')).isHarmlessZip(path),
  [FileType.Txt]: isPlainText,
  [FileType.Png]: isPicture('png'),
  [FileType.Jpg]: isPicture('jpeg'),
  [FileType.Rar]: isWholeRar,
};
