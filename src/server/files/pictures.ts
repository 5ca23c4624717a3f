import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { BoundedQueue } from '#server/bounded-queue.ts';
import { readIcon, startsAsIcon, startsAsPng } from './icon.ts';
import type { Storage } from './storage.ts';

type Format = 'png' | 'webp';
type Wanted = {
  /** Whose turn it is: the account, or the organization for pictures of its records. */
  sender: string;
  /** Pixels of the longer side. */
  max?: number;
  /** WebP is smaller; PNG is read by mail programs and as an icon, too. */
  format?: Format;
};

/** What is uploaded has at most 10 MB (wire.md) and 16 million pixels. */
const maxBytes = 10 * 1024 * 1024;
const maxPixels = 4_096 * 4_096;

/**
 * Stores a picture that came as a data URL (PNG, JPEG or ICO, whatever it says it is) and answers
 * its address. Only its pixels are kept: they are drawn anew, upright, in 600 × 600 at most. Refuses
 * with `upload.type`, `upload.size` or `upload.noSpace`, and while too many wait with
 * `tooManyRequests` or `unavailable`.
 */
export async function storePicture(
  storage: Storage,
  dataUrl: string,
  { sender, max = 600, format = 'webp' }: Wanted,
): Promise<string> {
  const file = bytesOf(dataUrl);
  const drawn = await queue.run(sender, () => draw(file, { max, format }));
  // By chance: nobody can guess it, and a name that fell out of use never comes back into it.
  const name = `${randomBytes(16).toString('hex')}.${format}`;
  await storage.put(name, drawn);
  return `/files/${name}`;
}

type Change = {
  given: string | null;
  current: string | null;
  sender: string;
  /** Throws when there may be no new picture. */
  assertMay?: () => Promise<void>;
};

/** The address of the picture that a record changes to; `undefined` when it keeps the one it has. */
export const changedPicture = async (
  storage: Storage,
  { given, current, sender, assertMay }: Change,
): Promise<string | null | undefined> => {
  if (given === current) return undefined;
  if (given === null) return null;
  await assertMay?.();
  return storePicture(storage, given, { sender });
};

/** What is kept as it is may be larger: nothing is drawn from it. */
const maxKeptPixels = 100_000_000;

/**
 * Whether these bytes are one picture of this format from the first to the last one, and all of its
 * pixels can be read. Refuses with `upload.size` one of too many pixels.
 */
export async function isWholePicture(bytes: Buffer, format: 'png' | 'jpeg'): Promise<boolean> {
  const isWhole = format === 'png' ? isWholePng(bytes) : startsAsJpeg(bytes) && endsAsJpeg(bytes);
  if (!isWhole) return false;
  return queue.run('operator', async () => {
    const { sharp } = await decoder();
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > maxKeptPixels) throw new Failure('upload.size');
      await sharp(bytes, {
        limitInputPixels: maxKeptPixels,
        failOn: 'error',
        sequentialRead: true,
      })
        // Each pixel is read, none is kept.
        .resize({ width: 1, height: 1, fit: 'fill', fastShrinkOnLoad: false })
        .timeout({ seconds: 30 })
        .toBuffer();
      return true;
    } catch (error) {
      if (error instanceof Failure) throw error;
      return false;
    }
  });
}

const bytesOf = (dataUrl: string): Buffer => {
  const [head] = /^data:[\w/.+;=-]{0,100};base64,/.exec(dataUrl) ?? [];
  if (!head) throw new Failure('upload.type');
  const base64 = dataUrl.slice(head.length);
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  const size = Math.floor(((base64.length - padding) * 3) / 4);
  if (size > maxBytes) throw new Failure('upload.size');
  const bytes = Buffer.from(base64, 'base64');
  // Characters that are not base64 were skipped.
  if (bytes.length !== size) throw new Failure('upload.type');
  return bytes;
};

/**
 * One at a time: drawing takes much memory, and threads that hashing passwords needs as well. Senders
 * take turns, so that many pictures of one organization delay those of others by one.
 */
const queue = new BoundedQueue({ concurrency: 1, waiting: { visitor: 8, total: 64 } });

/** It is large: it is loaded for the first picture. */
const decoder = () => import('./decoder.ts');

const draw = async (
  file: Buffer,
  { max, format }: Required<Omit<Wanted, 'sender'>>,
): Promise<Buffer> => {
  const { sharp } = await decoder();
  try {
    const { bytes, ...raw } = sourceIn(file);
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
    // Nothing else is at work here but the decoder, on bytes of a stranger.
    throw error instanceof Failure ? error : new Failure('upload.type');
  }
};

/** What is to be drawn, by what the bytes say; refuses those that say nothing we take. */
const sourceIn = (file: Buffer) => {
  const picture = startsAsIcon(file) ? readIcon(file) : file;
  if (!Buffer.isBuffer(picture)) {
    const { rgba, width, height } = picture;
    return { bytes: rgba, raw: { width, height, channels: 4 as const } };
  }
  if (!isWholePng(picture) && !startsAsJpeg(picture)) throw new Failure('upload.type');
  return { bytes: picture };
};

const startsAsJpeg = (bytes: Buffer) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

const endsAsJpeg = (bytes: Buffer) => bytes.subarray(-2).toString('hex') === 'ffd9';

/** Whether these are the chunks of one PNG up to its end, and nothing more. */
const isWholePng = (bytes: Buffer) => {
  if (!startsAsPng(bytes)) return false;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end === bytes.length;
    at = end;
  }
  return false;
};
