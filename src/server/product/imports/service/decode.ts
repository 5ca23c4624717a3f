import { Failure } from '#contract/errors.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';

type Encoding = ImportPreview['encoding'];

/** Bytes at the beginning of a file that show whether it has two bytes for each character. */
const sampleLength = 1_000;

/**
 * Decodes the text of a file: by its byte order mark, as UTF-16 where every second byte of Latin text is 0, as UTF-8, and
 * otherwise as Windows-1252, in which Excel saves CSV files. Throws `import.encoding` for a file that is no text.
 */
export const decodeText = (content: string): { text: string; encoding: Encoding } => {
  const bytes = Buffer.from(content, 'base64');
  const encoding = encodingOf(bytes);
  const text = decodeAs(bytes, encoding);
  if (text === null || (encoding === 'windows-1252' && controlCharacters.test(text))) {
    throw new Failure('import.encoding');
  }
  return { text, encoding };
};

/** Characters that pictures, archives and programs have, read as Windows-1252. */
const controlCharacters = /(?![\t\n\v\f\r])\p{Cc}/u;

const encodingOf = (bytes: Buffer): Encoding => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleLength);
  const zeros = [0, 1].map((rest) => sample.filter((byte, at) => byte === 0 && at % 2 === rest));
  const [even = 0, odd = 0] = zeros.map(({ length }) => length / sample.length);
  if (odd > 0.25 && even < 0.05) return 'utf-16le';
  if (even > 0.25 && odd < 0.05) return 'utf-16be';
  return decodeAs(bytes, 'utf-8') === null && !isMostlyUtf8(bytes) ? 'windows-1252' : 'utf-8';
};

/** Decodes without the byte order mark; null: the bytes are invalid in the encoding. */
const decodeAs = (bytes: Buffer, encoding: Encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Returns true for UTF-8 with some broken characters: as Windows-1252, all the others would be wrong. */
const isMostlyUtf8 = (bytes: Buffer) => {
  const text = bytes.toString('utf8');
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const others = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return others > broken;
};
