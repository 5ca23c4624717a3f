import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ByteRange, FileAnswer } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';

/** Sends a file to be saved, never to be shown; of a stored one, the part that `Range` asks for. */
export async function sendFile(reply: FastifyReply, file: FileAnswer) {
  if ('content' in file) return asDownload(reply, file).send(Readable.from(file.content));
  const { size, checksum, open } = file;
  const etag = `"${checksum}"`;
  const { range, 'if-range': ifRange } = reply.request.headers;
  // A part of another content than the one that was begun is of no use.
  const part = ifRange === undefined || ifRange === etag ? rangeOf(range, size) : null;
  if (part === 'none') {
    reply.headers({ etag, 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` });
    throw new Failure('rangeNotSatisfiable');
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  // Opened before any header is set: a refusal is no download.
  const content = await open({ start, end });
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  return asDownload(reply, file)
    .headers({ etag, 'accept-ranges': 'bytes', 'content-length': end - start + 1 })
    .send(Readable.from(content));
}

/** Sets the headers of something that is saved and never shown. */
const asDownload = (reply: FastifyReply, { name, type }: FileAnswer) =>
  reply.headers({
    'content-disposition': dispositionOf(name),
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });

/** The one part that is asked for; null for all of it, also when it is asked for in several. */
const rangeOf = (header: string | undefined, size: number): ByteRange | 'none' | null => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const last = size - 1;
  const part =
    from === ''
      ? { start: Math.max(0, size - Number(to)), end: last }
      : { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) };
  return part.start > last ? 'none' : part;
};

/** A name that any system can save under, twice: as it is, and in ASCII for those that know no more. */
const dispositionOf = (name: string) => {
  const safe = safeName(name);
  const plain = safe.normalize('NFKD').replaceAll(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(safe)}`;
};

const longest = 150;

/** Without what ends a line, turns the writing round, names a folder, or is hidden by a system. */
const safeName = (name: string) => {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/is.exec(name) ?? [];
  const shown = stem
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, keepJoiners)
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  const cut = [...shown].slice(0, longest).join('').trim();
  return `${isReserved.test(cut) ? '_' : ''}${cut || 'file'}${extension}`;
};

/** Hindi joins its letters with two signs that nobody sees. */
const keepJoiners = (sign: string) => (/[\u200c\u200d]/.test(sign) ? sign : '');

/** Names of devices on Windows, whatever follows their dot. */
const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Percent signs as RFC 8187 has them: fewer characters stay than in an address. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
