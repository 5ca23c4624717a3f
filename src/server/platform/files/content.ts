import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, truncate, open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { FileType } from '#contract/entities/resources.ts';
import { Failure } from '#contract/errors.ts';
import { pictureIn } from './pictures.ts';
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
function encodingOf(start: Buffer) {
  const marks: Partial<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
  return marks[start.toString('hex', 0, 2)] ?? 'utf-8';
}

const signatures = { four: '526172211a0700', five: '526172211a070100' };

/** Block of an archive: the end of its data, and its kind. */
type Block = { end: number; isEnd: boolean; hidesRest: boolean };
type ReadBlock = (bytes: Buffer, at: number) => Block | null;

/** Maximum length of a block header; a longer one is invalid. */
const longestHead = 65_536;

/**
 * Returns true for one whole Rar archive of version 4 or 5: a chain of blocks with valid checksums from
 * the signature to the end, and nothing after it. Blocks after an encryption header can't be checked.
 */
async function isWholeRar(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = (await read(file, 0, 8)).toString('hex');
    if (head === signatures.five) return await isChain(file, { size, at: 8, next: readFive });
    if (!head.startsWith(signatures.four)) return false;
    return await isChain(file, { size, at: 7, next: readFour });
  } finally {
    await file.close();
  }
}

async function isChain(file: FileHandle, start: { size: number; at: number; next: ReadBlock }) {
  const { size, next } = start;
  let { at } = start;
  while (at < size) {
    const block = next(await read(file, at, longestHead), at);
    if (!block || block.end <= at || block.end > size) return false;
    if (block.hidesRest) return true;
    // Version 4 may omit the end block.
    if (block.isEnd) return block.end === size;
    at = block.end;
  }
  return start.next === readFour && at > start.at;
}

async function read(file: FileHandle, at: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Reads numbers of version 5: seven bits per byte, the lowest first. */
function numbersIn(bytes: Buffer, from: number) {
  let at = from;
  return {
    next: () => {
      let [value, factor, byte] = [0, 1, 0x80];
      while (byte & 0x80 && factor <= 2 ** 49) {
        byte = bytes[at++] ?? 0;
        value += (byte & 0x7f) * factor;
        factor *= 128;
      }
      return value;
    },
    at: () => at,
  };
}

const five = { encryption: 4, end: 5, hasExtra: 1, hasData: 2 };

const readFive: ReadBlock = (bytes, at) => {
  if (bytes.length < 7) return null;
  const numbers = numbersIn(bytes, 4);
  const size = numbers.next();
  const end = numbers.at() + size;
  if (end > bytes.length || crc32(bytes.subarray(4, end)) !== bytes.readUInt32LE(0)) return null;
  const type = numbers.next();
  const flags = numbers.next();
  if (flags & five.hasExtra) numbers.next();
  const data = flags & five.hasData ? numbers.next() : 0;
  return { end: at + end + data, isEnd: type === five.end, hidesRest: type === five.encryption };
};

const four = {
  main: 0x73,
  file: 0x74,
  end: 0x7b,
  encrypted: 0x80,
  large: 0x1_00,
  hasData: 0x80_00,
};

const readFour: ReadBlock = (bytes, at) => {
  if (bytes.length < 7) return null;
  const [checksum, type] = [bytes.readUInt16LE(0), bytes.readUInt8(2)];
  const [flags, size] = [bytes.readUInt16LE(3), bytes.readUInt16LE(5)];
  if (type < 0x72 || type > four.end || size < 7 || size > bytes.length) return null;
  if ((crc32(bytes.subarray(2, size)) & 0xffff) !== checksum) return null;
  const hasData = (flags & four.hasData) !== 0 || type === four.file;
  const low = hasData && size >= 11 ? bytes.readUInt32LE(7) : 0;
  const isLarge = type === four.file && (flags & four.large) !== 0 && size >= 36;
  const high = isLarge ? bytes.readUInt32LE(32) : 0;
  return {
    end: at + size + low + high * 2 ** 32,
    isEnd: type === four.end,
    hidesRest: type === four.main && (flags & four.encrypted) !== 0,
  };
};
