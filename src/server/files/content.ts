import { readFile } from 'node:fs/promises';
import { Failure } from '#contract/errors.ts';
import { FileType } from '#contract/resources.ts';
import { isWholePicture } from './pictures.ts';
import { isPlainText } from './plain-text.ts';
import { isWholeRar } from './rar.ts';
import type { SpooledFile } from './spool.ts';

/** Maximum size of a picture in bytes: it is decoded in memory. */
const maxPictureBytes = 50 * 1024 * 1024;

/**
 * Checks the content of a file against its type. Refuses with `upload.invalidFile` what is of another
 * type, broken, or harmful to programs that unpack it (R-RES-04, R-SEC-14).
 */
export async function assertContent({ path, size }: SpooledFile, type: FileType): Promise<void> {
  if (size === 0 || !(await contentChecks[type](path, size)))
    throw new Failure('upload.invalidFile');
}

const isPicture = (format: 'png' | 'jpeg') => async (path: string, size: number) => {
  if (size > maxPictureBytes) throw new Failure('upload.size');
  return isWholePicture(await readFile(path), format);
};

const contentChecks: Record<FileType, (path: string, size: number) => Promise<boolean>> = {
  [FileType.Zip]: async (path) => (await import('./zip.ts')).isHarmlessZip(path),
  [FileType.Txt]: isPlainText,
  [FileType.Png]: isPicture('png'),
  [FileType.Jpg]: isPicture('jpeg'),
  [FileType.Rar]: isWholeRar,
};
