import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { BoundedQueue } from '#server/platform/bounded-queue.ts';
import { readIcon, hasIconSignature, hasPngSignature } from './icon.ts';
import type { Storage } from './storage.ts';

type Format = 'png' | 'webp';
type PictureOptions = {
  /** Key for the fair queue: the account, or the organization for pictures of its records. */
  sender: string;
  /** Pixels of the longer side. */
  max?: number;
  /** Output format. WebP is smaller; PNG also works in emails and as an icon. */
  format?: Format;
};

/** Limits of an upload: 10 MB (R-FORM-06) and 16 million pixels. */
const maxBytes = 10 * 1024 * 1024;
const maxPixels = 4_096 * 4_096;

/** Address of a stored picture, and its size. */
export type StoredPicture = { address: string; bytes: number };

/**
 * Stores a picture from a data URL (PNG, JPEG or ICO, whatever type it claims) and returns its URL and
 * size. It is decoded and encoded again (R-SEC-14): only its pixels are kept, upright and at most 600 × 600. Refuses
 * with `upload.type`, `upload.size` or `upload.noSpace`, and while too many wait with `tooManyRequests` or
 * `unavailable`.
 */
export async function storePicture(
  storage: Storage,
  dataUrl: string,
  { sender, max = 600, format = 'webp' }: PictureOptions,
): Promise<StoredPicture> {
  const file = decodeDataUrl(dataUrl);
  const drawn = await queue.run(sender, () => encodePicture(file, { max, format }));
  const name = newName(format);
  await storage.put(name, drawn);
  return { address: `/files/${name}`, bytes: drawn.length };
}

/** Returns a random name: it can't be guessed, and is never used again. */
const newName = (format: Format) => `${randomBytes(16).toString('hex')}.${format}`;

/** Copies a stored picture to a new address; returns `null` if its file was deleted. */
export async function copyPicture(
  storage: Storage,
  address: string,
): Promise<StoredPicture | null> {
  const from = address.replace('/files/', '');
  if (!(await storage.exists(from))) return null;
  const bytes = await storage.getBytes(from);
  const name = newName(from.endsWith('.png') ? 'png' : 'webp');
  await storage.put(name, bytes);
  return { address: `/files/${name}`, bytes: bytes.length };
}

type PictureChange = {
  given: string | null;
  current: string | null;
  sender: string;
  /** Throws when a new picture is not allowed. */
  assertMay?: () => Promise<void>;
};

/** Returns the picture that a record changes to; `undefined` when it keeps the current one. */
export async function changedPicture(
  storage: Storage,
  { given, current, sender, assertMay }: PictureChange,
): Promise<StoredPicture | null | undefined> {
  if (given === current) return undefined;
  if (given === null) return null;
  await assertMay?.();
  return storePicture(storage, given, { sender });
}

/** Maximum of pixels for pictures that are stored unchanged: these are only checked. */
const maxKeptPixels = 100_000_000;

/**
 * Returns the decodable picture of this format with which a file begins: cameras and programs append data of their
 * own, which could be another file. Null for none; too many pixels: `upload.size`.
 */
export async function pictureIn(file: Buffer, format: 'png' | 'jpeg'): Promise<Buffer | null> {
  const bytes = file.subarray(0, format === 'png' ? endOfPng(file) : endOfJpeg(file));
  if (bytes.length === 0) return null;
  return queue.run('operator', async () => {
    const { sharp } = await decoder();
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > maxKeptPixels) throw new Failure('upload.size');
      await sharp(bytes, { limitInputPixels: maxKeptPixels, failOn: 'error', sequentialRead: true })
        // Decodes every pixel and keeps none.
        .resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false })
        .timeout({ seconds: 30 })
        .toBuffer();
      return bytes;
    } catch (error) {
      if (error instanceof Failure) throw error;
      return null;
    }
  });
}

function decodeDataUrl(dataUrl: string): Buffer {
  const [head] = /^data:[\w/.+;=-]{0,100};base64,/.exec(dataUrl) ?? [];
  if (!head) throw new Failure('upload.type');
  const base64 = dataUrl.slice(head.length);
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  const size = Math.floor(((base64.length - padding) * 3) / 4);
  if (size > maxBytes) throw new Failure('upload.size');
  const bytes = Buffer.from(base64, 'base64');
  // `Buffer.from` skips characters that are not base64.
  if (bytes.length !== size) throw new Failure('upload.type');
  return bytes;
}

/**
 * Draws one picture at a time: it takes much memory, and threads that password hashing needs too. Senders
 * take turns, so that many pictures of one organization delay those of others by one.
 */
const queue = new BoundedQueue({ concurrency: 1, waiting: { visitor: 8, total: 64 } });

/** Loads the decoder with the first picture, because it is large. */
const decoder = () => import('./decoder.ts');

async function encodePicture(
  file: Buffer,
  { max, format }: Required<Omit<PictureOptions, 'sender'>>,
): Promise<Buffer> {
  const { sharp } = await decoder();
  try {
    const { bytes, ...raw } = pictureSource(file);
    const { width, height } = await sharp(bytes, { ...raw, limitInputPixels: false }).metadata();
    if (width * height > maxPixels) throw new Failure('upload.size');
    return await sharp(bytes, { ...raw, limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: max, height: max, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .toFormat(format)
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch (error) {
    // Only the decoder runs here, on bytes of a visitor.
    throw error instanceof Failure ? error : new Failure('upload.type');
  }
}

/** Returns the picture to draw, judged by its bytes; refuses formats that are not accepted. */
function pictureSource(file: Buffer) {
  const picture = hasIconSignature(file) ? readIcon(file) : file;
  if (!Buffer.isBuffer(picture)) {
    const { rgba, width, height } = picture;
    return { bytes: rgba, raw: { width, height, channels: 4 as const } };
  }
  if (!endOfPng(picture) && !startsAsJpeg(picture)) throw new Failure('upload.type');
  return { bytes: picture };
}

const startsAsJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

/** Returns the end of a PNG in these bytes, which may go on; 0 for none. */
function endOfPng(bytes: Buffer) {
  if (!hasPngSignature(bytes)) return 0;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end <= bytes.length ? end : 0;
    at = end;
  }
  return 0;
}

/** Returns the end of a JPEG in these bytes, which may go on; 0 for none. */
function endOfJpeg(bytes: Buffer) {
  if (!startsAsJpeg(bytes)) return 0;
  let at = 2;
  while (at + 1 < bytes.length) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffd9) return at + 2;
    if (marker < 0xffc0 || at + 4 > bytes.length) return 0;
    at += 2 + bytes.readUInt16BE(at + 2);
    // Only the data of a scan has no length: it lasts up to the next marker.
    if (marker === 0xffda) at = endOfScan(bytes, at);
  }
  return 0;
}

/** Returns where the next marker begins that isn't a part of the data. */
function endOfScan(bytes: Buffer, from: number) {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && isData(bytes[at + 1])) at = bytes.indexOf(0xff, at + 1);
  return at === -1 ? bytes.length : at;
}

const isData = (code = 0) => code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
