import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { Failure } from '#contract/errors.ts';
import { FileType } from '#contract/resources.ts';
import { pictureIn } from './pictures.ts';
import { isWholeRar } from './rar.ts';
import type { SpooledFile } from './spool.ts';

/** Maximum size of a picture in bytes: it is decoded in memory. */
const maxPictureBytes = 50 * 1024 * 1024;

/**
 * Checks the content of a file against its type. Refuses with `upload.invalidFile` what is of another
 * type, broken, or harmful to programs that unpack it (R-RES-04, R-SEC-14). Cuts off what follows a picture.
 */
export async function assertContent(file: SpooledFile, type: FileType): Promise<void> {
  if (file.size === 0 || !(await contentChecks[type](file)))
    throw new Failure('upload.invalidFile');
}

const isPicture = (format: 'png' | 'jpeg') => async (file: SpooledFile) => {
  if (file.size > maxPictureBytes) throw new Failure('upload.size');
  const picture = await pictureIn(await readFile(file.path), format);
  if (picture && picture.length < file.size) {
    await truncate(file.path, picture.length);
    file.size = picture.length;
    file.sha256 = createHash('sha256').update(picture).digest('hex');
  }
  return picture !== null;
};

const contentChecks: Record<FileType, (file: SpooledFile) => Promise<boolean>> = {
  [FileType.Zip]: async ({ path }) => (await import('./zip.ts')).isHarmlessZip(path),
  [FileType.Txt]: ({ path }) => isPlainText(path),
  [FileType.Png]: isPicture('png'),
  [FileType.Jpg]: isPicture('jpeg'),
  [FileType.Rar]: ({ path }) => isWholeRar(path),
};

// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Returns true for UTF-8, or UTF-16 with its mark, without control characters other than tabs and line ends. */
async function isPlainText(path: string): Promise<boolean> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of createReadStream(path)) {
      decoder ??= new TextDecoder(encodingOf(chunk as Buffer), { fatal: true });
      if (controls.test(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    }
    return !controls.test(decoder?.decode() ?? '');
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Returns the encoding by the byte order mark; trading programs for Windows write UTF-16. */
const encodingOf = (start: Buffer) => {
  const marks: Partial<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
  return marks[start.toString('hex', 0, 2)] ?? 'utf-8';
};
