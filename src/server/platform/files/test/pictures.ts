import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Strings that no stored picture may contain. */
export const markers = ['pwned', '<script', '<svg', '<?php', 'onload='];
export const scriptMarkup = '<script>alert("pwned")</script>';

type Kind = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff';

/** Draws a plain picture of two colors. */
export const drawPicture = (kind: Kind, { width = 64, height = 48 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .composite([
      {
        input: { create: { width: 8, height: 8, channels: 3, background: '#00c' } },
        left: 4,
        top: 4,
      },
    ])
    .toFormat(kind)
    .toBuffer();

/** Returns one chunk of a PNG with its checksum. */
const chunk = (type: string, data: Buffer | string) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};

const headEnd = 8 + 25;

/** Inserts a chunk after the header of a PNG. */
export const withChunk = (png: Buffer, type: string, data: Buffer | string) =>
  Buffer.concat([png.subarray(0, headEnd), chunk(type, data), png.subarray(headEnd)]);

/** Returns a PNG that claims this size, whatever its data hold. */
export const pngOfSize = (width: number, height: number, data: Buffer = Buffer.alloc(100)) => {
  const head = Buffer.from('00000000000000000802000000', 'hex');
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', ''),
  ]);
};

/** Inserts a segment after the start of a JPEG. */
export const withSegment = (jpeg: Buffer, marker: number, data: Buffer | string) => {
  const body = Buffer.from(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
};

/** Changes the size in the frame header of a JPEG. */
export const jpegOfSize = (jpeg: Buffer, width: number, height: number) => {
  const changed = Buffer.from(jpeg);
  const frame = [0xc0, 0xc1, 0xc2].map((type) => changed.indexOf(Buffer.from([0xff, type])));
  const at = Math.min(...frame.filter((found) => found > 0));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
};

type Inside = { side?: number; bits?: number; data: Buffer; offset?: number };

/** Returns an icon (ICO) of these pictures. */
export const buildIcon = (pictures: Inside[], { type = 1, count = pictures.length } = {}) => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(type, 2);
  head.writeUInt16LE(count, 4);
  let end = head.length;
  for (const [index, { side = 16, bits = 32, data, offset = end }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side % 256, at);
    head.writeUInt8(side % 256, at + 1);
    head.writeUInt16LE(bits, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    end += data.length;
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)]);
};

type Bitmap = { width: number; height: number; bits: number; palette?: number[]; rows: number[][] };

/**
 * Returns a bitmap as icons hold it; `rows` are the bytes of the color rows, then of the mask, bottom up.
 */
export const buildBitmap = ({ width, height, bits, palette = [], rows }: Bitmap) => {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(width, 4);
  head.writeInt32LE(height * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(bits, 14);
  head.writeUInt32LE(palette.length, 32);
  const colors = palette.map((color) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(color);
    return bytes;
  });
  return Buffer.concat([head, ...colors, Buffer.from(rows.flat())]);
};

/** Returns a bitmap of one color with 32 bits per pixel. */
export const buildPlainBitmap = (side: number) =>
  buildBitmap({
    width: side,
    height: side,
    bits: 32,
    rows: [
      ...Array.from({ length: side }, () =>
        Array.from({ length: side }, () => [0, 0, 200, 255]).flat(),
      ),
      ...Array.from({ length: side }, () =>
        Array.from({ length: Math.ceil(side / 32) * 4 }, () => 0),
      ),
    ],
  });

/** Encodes bytes as a data URL. */
export const dataUrl = (bytes: Buffer | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
