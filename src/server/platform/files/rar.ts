import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

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
export async function isWholeRar(path: string): Promise<boolean> {
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

const isChain = async (file: FileHandle, start: { size: number; at: number; next: ReadBlock }) => {
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
};

const read = async (file: FileHandle, at: number, length: number) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
};

/** Reads numbers of version 5: seven bits per byte, the lowest first. */
const numbersIn = (bytes: Buffer, from: number) => {
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
};

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
