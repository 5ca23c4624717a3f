import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ByteRange, FileResponse } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';

/**
 * Sends a file as a download, never inline; for a stored file, the part that `Range` requests. `HEAD` reads nothing of
 * the file.
 */
export async function sendFile(reply: FastifyReply, file: FileResponse) {
  const isHead = reply.request.method === 'HEAD';
  if ('content' in file)
    return setDownloadHeaders(reply, file).send(Readable.from(isHead ? [] : file.content));
  const { size, checksum, open } = file;
  const etag = `"${checksum}"`;
  const { range, 'if-range': ifRange } = reply.request.headers;
  // A part of other content than the client began with is useless.
  const part = ifRange === undefined || ifRange === etag ? rangeOf(range, size) : null;
  if (part === 'none') {
    reply.headers({ etag, 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` });
    throw new Failure('rangeNotSatisfiable');
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  // Opened before any header is set, because a refusal is not a download.
  const content = isHead ? [] : await open({ start, end });
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  return setDownloadHeaders(reply, file)
    .headers({ etag, 'accept-ranges': 'bytes', 'content-length': end - start + 1 })
    .send(Readable.from(content));
}

/** Sets the headers of a download, which browsers save and never display. */
const setDownloadHeaders = (reply: FastifyReply, { name, type }: FileResponse) =>
  reply.headers({
    'content-disposition': dispositionOf(name),
    'content-type': type,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });

/** Returns the requested range; null for the whole file, also for several ranges. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const last = size - 1;
  const part =
    from === ''
      ? { start: Math.max(0, size - Number(to)), end: last }
      : { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) };
  return part.start > last ? 'none' : part;
}

/** Returns the header with a name valid on any system: in UTF-8, and in ASCII for old clients. */
function dispositionOf(name: string) {
  const safe = safeName(name);
  const plain = safe
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(safe)}`;
}

const maxNameLength = 150;

/** Removes line breaks, bidirectional controls, path separators and leading dots. */
function safeName(name: string) {
  const [, stem = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/is.exec(name) ?? [];
  const shown = stem
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, keepJoiners)
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim();
  const cut = [...shown].slice(0, maxNameLength).join('').trim();
  return `${isReserved.test(cut) ? '_' : ''}${cut || 'file'}${extension}`;
}

/** Keeps the zero-width joiners, which Hindi needs. */
const keepJoiners = (sign: string) => (/[\u200c\u200d]/.test(sign) ? sign : '');

/** Matches names of devices on Windows, whatever their extension. */
const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Percent-encodes as in RFC 8187, which allows fewer characters than a URL. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
