import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Failure } from '#contract/errors.ts';
import { FileType } from '#contract/resources.ts';
import { isWholePicture } from './pictures.ts';
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

// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Returns true for UTF-8 without control characters other than tabs and line ends. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      if (controls.test(decoder.decode(chunk as Uint8Array, { stream: true }))) return false;
    }
    return !controls.test(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
