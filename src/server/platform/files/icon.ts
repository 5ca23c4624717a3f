/** Pixels, four bytes each: red, green, blue, alpha. */
type Pixels = { rgba: Buffer; width: number; height: number };

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const iconStart = Buffer.from([0, 0, 1, 0]);

export const hasPngSignature = (bytes: Buffer) => bytes.subarray(0, 8).equals(pngStart);
export const hasIconSignature = (bytes: Buffer) => bytes.subarray(0, 4).equals(iconStart);

/**
 * Returns the best picture of an icon (ICO): the largest, and of these the one with most colors. It is
 * either the bytes of a PNG or the pixels of a bitmap. Throws when the icon is broken.
 */
export function readIcon(file: Buffer): Buffer | Pixels {
  const [best] = entriesOf(file).toSorted((a, b) => b.area - a.area || b.bits - a.bits);
  if (!best) throw new RangeError('Icon without images');
  return hasPngSignature(best.data) ? best.data : pixelsOf(best.data);
}

// Reads beyond the end of a buffer throw, so the code below needs no bounds checks.
const entriesOf = (file: Buffer) =>
  Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [size, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)];
    return {
      // 256 does not fit the byte and is written as 0.
      area: (file.readUInt8(at) || 256) * (file.readUInt8(at + 1) || 256),
      bits: file.readUInt16LE(at + 6),
      data: file.subarray(offset, offset + size),
    };
  });

/** Uncompressed bitmap with offsets of its palette, its rows (bottom up) and the rows of its mask. */
type Bitmap = {
  data: Buffer;
  width: number;
  height: number;
  bits: number;
  palette: number;
  rows: number;
  mask: number;
};

const largestSide = 1_024;

function bitmapIn(data: Buffer): Bitmap {
  const palette = data.readUInt32LE(0);
  const width = data.readInt32LE(4);
  // The height includes the mask.
  const height = data.readInt32LE(8) / 2;
  const bits = data.readUInt16LE(14);
  const isPlain = data.readUInt32LE(16) === 0 && [1, 4, 8, 24, 32].includes(bits);
  const isSmall = [width, height].every((side) => side >= 1 && side <= largestSide);
  if (!isPlain || !isSmall || !Number.isInteger(height)) throw new RangeError('Unsupported bitmap');
  const rows = palette + 4 * (data.readUInt32LE(32) || (bits <= 8 ? 2 ** bits : 0));
  return { data, width, height, bits, palette, rows, mask: rows + height * rowBytes(width * bits) };
}

/** Returns the bytes of a row, which is padded to four. */
const rowBytes = (bits: number) => Math.ceil(bits / 32) * 4;

function pixelsOf(data: Buffer): Pixels {
  const bitmap = bitmapIn(data);
  const { width, height, bits } = bitmap;
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = colorAt(bitmap, x, y);
      // A pixel is stored as blue, green, red and, with 32 bits, alpha.
      rgba.writeUInt32BE(data.readUIntLE(at, 3) * 256, (y * width + x) * 4);
      if (bits === 32) rgba.writeUInt8(data.readUInt8(at + 3), (y * width + x) * 4 + 3);
    }
  }
  const hasAlpha = rgba.some((value, index) => index % 4 === 3 && value > 0);
  if (!hasAlpha) applyMask(rgba, bitmap);
  return { rgba, width, height };
}

/** Returns the offset of the color of a pixel: in the palette, or in its row. */
function colorAt({ data, width, height, bits, palette, rows }: Bitmap, x: number, y: number) {
  const row = rows + (height - 1 - y) * rowBytes(width * bits);
  if (bits > 8) return row + (x * bits) / 8;
  const byte = data.readUInt8(row + Math.floor((x * bits) / 8));
  const index = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1);
  return palette + 4 * index;
}

/** Applies the mask, one bit per pixel, to a picture without alpha. */
function applyMask(rgba: Buffer, { data, width, height, mask }: Bitmap) {
  for (let y = 0; y < height; y += 1) {
    const row = mask + (height - 1 - y) * rowBytes(width);
    for (let x = 0; x < width; x += 1) {
      const isHidden = (data.readUInt8(row + (x >> 3)) & (0x80 >> (x & 7))) !== 0;
      rgba.writeUInt8(isHidden ? 0 : 255, (y * width + x) * 4 + 3);
    }
  }
}
