import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of a Zip, with headers that may lie. */
type Entry = {
  name: string | Buffer;
  data?: Buffer | string;
  /** Name in the local header, when it differs. */
  localName?: string;
  /** Claimed uncompressed size. */
  says?: number;
  attributes?: number;
  /** Shares the data of the entry at this index. */
  dataOf?: number;
};

const bytesOf = (given: Buffer | string = '') => Buffer.from(given);

const head = (signature: string, numbers: [value: number, bytes: number][]) => {
  const length = numbers.reduce((sum, [, bytes]) => sum + bytes, 4);
  const buffer = Buffer.alloc(length);
  buffer.write(signature, 'latin1');
  let at = 4;
  for (const [value, bytes] of numbers) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** Returns a Zip of these entries, deflated. */
export const zipOf = (
  entries: Entry[],
  { prefix = Buffer.alloc(0) as Buffer, comment = '' } = {},
) => {
  const parts = [prefix];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let at = prefix.length;
  for (const { name, data, localName, says, attributes = 0, dataOf } of entries) {
    const plain = bytesOf(data);
    const packed = deflateRawSync(plain);
    const flags = 0x800;
    const facts: [number, number][] = [
      [flags, 2],
      [8, 2],
      [0, 4],
      [crc32(plain), 4],
      [packed.length, 4],
      [says ?? plain.length, 4],
    ];
    const here = bytesOf(localName ?? name);
    const offset = dataOf === undefined ? at : (offsets[dataOf] ?? 0);
    offsets.push(offset);
    if (dataOf === undefined) {
      const local = head('PK\u0003\u0004', [[20, 2], ...facts, [here.length, 2], [0, 2]]);
      parts.push(local, here, packed);
      at += local.length + here.length + packed.length;
    }
    const there = bytesOf(name);
    const tail: [number, number][] = [
      [there.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [attributes, 4],
      [offset, 4],
    ];
    directory.push(head('PK\u0001\u0002', [[0x031e, 2], [20, 2], ...facts, ...tail]), there);
  }
  const index = Buffer.concat(directory);
  const end = head('PK\u0005\u0006', [
    [0, 4],
    [entries.length, 2],
    [entries.length, 2],
    [index.length, 4],
    [at, 4],
    [comment.length, 2],
  ]);
  return Buffer.concat([...parts, index, end, Buffer.from(comment)]);
};

/** Encodes a number of Rar 5. */
const number = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)];

const blockFive = (body: number[], data: Buffer = Buffer.alloc(0)) => {
  const sized = Buffer.from([...number(body.length), ...body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(sized));
  return Buffer.concat([checksum, sized, data]);
};

/** Returns the blocks of a Rar 5 archive with one file. */
export const rarFive = (content: string) => {
  const data = Buffer.from(content);
  const name = Buffer.from('notes.txt');
  const file = [2, 2, ...number(data.length), 0, ...number(data.length), 0, 0, 1, name.length];
  return {
    signature: Buffer.from('526172211a070100', 'hex'),
    main: blockFive([1, 0, 0]),
    file: blockFive([...file, ...name], data),
    end: blockFive([5, 0, 0]),
    encryption: blockFive([4, 0, 0, 0, 15, ...Buffer.alloc(16)]),
  };
};

const blockFour = (type: number, flags: number, body: Buffer = Buffer.alloc(0)) => {
  const block = Buffer.alloc(7 + body.length);
  block.writeUInt8(type, 2);
  block.writeUInt16LE(flags, 3);
  block.writeUInt16LE(block.length, 5);
  body.copy(block, 7);
  block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff, 0);
  return block;
};

/** Returns the blocks of a Rar 4 archive with one file. */
export const rarFour = (content: string) => {
  const data = Buffer.from(content);
  const file = Buffer.alloc(25 + 9);
  file.writeUInt32LE(data.length, 0);
  file.writeUInt32LE(data.length, 4);
  file.writeUInt16LE(9, 19);
  file.write('notes.txt', 25);
  return {
    signature: Buffer.from('526172211a0700', 'hex'),
    main: blockFour(0x73, 0, Buffer.alloc(6)),
    file: Buffer.concat([blockFour(0x74, 0x8000, file), data]),
    end: blockFour(0x7b, 0x4000),
  };
};
