import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { Failure } from '#contract/errors.ts';
import type { SpooledFile } from '#server/platform/files/spool.ts';
import {
  entryNames,
  maxManifestBytes,
  verifyManifest,
  type ArchiveContents,
  type ManifestEntry,
} from './manifest.ts';

/** Entry of an archive whose content is in a file of its own. */
export type StagedEntry = { name: string; file: SpooledFile };

/** Yields an archive (tar, gzip): the manifest and the entries, a few chunks of which are in memory. */
export async function* packArchive(
  manifest: string,
  entries: readonly StagedEntry[],
): AsyncGenerator<Buffer> {
  const tar = pack();
  const packed = new PassThrough();
  const fill = async () => {
    tar.entry({ name: entryNames.manifest }, manifest);
    for (const { name, file } of entries) {
      await pipeline(createReadStream(file.path), tar.entry({ name, size: file.size }));
    }
    tar.finalize();
  };
  const working = Promise.all([
    pipeline(tar, createGzip(), packed),
    fill().catch((error: Error) => tar.destroy(error)),
  ]);
  working.catch(() => undefined);
  yield* packed;
  await working;
}

/** Entry that is being read; its content must be read to the end. */
export type ReadEntry = { name: string; content: AsyncIterable<Buffer>; size: number };

type OnEntry = (entry: ReadEntry) => Promise<void>;

/**
 * Reads an archive that this installation has signed, and returns what it describes. `onEntry` gets each entry in
 * order, and must read it. Throws `archive.invalid` for another, changed or incomplete archive, or one that unpacks to
 * more than it describes, perhaps after some entries.
 */
export async function unpackArchive(
  source: Readable,
  linkKey: Buffer,
  onEntry: OnEntry,
): Promise<ArchiveContents> {
  const tar = extract();
  const bound = { bytes: maxManifestBytes + slackBytes };
  const reading = pipeline(source, createGunzip(), (chunks) => upTo(bound, chunks), tar);
  // Its error is thrown by the loop.
  reading.catch(() => undefined);
  let contents: ArchiveContents | undefined;
  let at = 0;
  try {
    for await (const part of tar) {
      const { name, size = 0 } = part.header;
      const entry = { name, size, content: part as AsyncIterable<Buffer> };
      if (contents) await readChecked(entry, contents.entries[at++], onEntry);
      else {
        contents = await readManifest(entry, linkKey);
        for (const { size } of contents.entries) bound.bytes += size + entryOverheadBytes;
      }
    }
    await reading;
  } catch (error) {
    throw isBroken(error) ? new Failure('archive.invalid') : error;
  } finally {
    tar.destroy();
    source.destroy();
  }
  if (at !== contents?.entries.length) throw new Failure('archive.invalid');
  return contents;
}

/** Bytes around the content of an entry: its header, and the padding to the end of a block. */
const entryOverheadBytes = 1_024;
/** Bytes that are unpacked before the entries which they belong to are read, and the end of the archive. */
const slackBytes = 1024 * 1024;

/** Passes on what an archive unpacks to; a gigabyte of zeros, which a reader of tar skips, is a megabyte of gzip. */
async function* upTo(bound: { bytes: number }, chunks: AsyncIterable<Buffer>) {
  let unpacked = 0;
  for await (const chunk of chunks) {
    unpacked += chunk.length;
    if (unpacked > bound.bytes) throw new Failure('archive.invalid');
    yield chunk;
  }
}

async function readManifest({ name, size, content }: ReadEntry, linkKey: Buffer) {
  if (name !== entryNames.manifest || size > maxManifestBytes) throw new Failure('archive.invalid');
  return verifyManifest(linkKey, await text(content));
}

async function readChecked(
  { name, size, content }: ReadEntry,
  expected: ManifestEntry | undefined,
  onEntry: OnEntry,
) {
  if (name !== expected?.name || size !== expected.size) throw new Failure('archive.invalid');
  const digest = createHash('sha256');
  const measure = async function* () {
    for await (const chunk of content) {
      digest.update(chunk);
      yield chunk;
    }
  };
  await onEntry({ name, size, content: measure() });
  if (digest.digest('hex') !== expected.sha256) throw new Failure('archive.invalid');
}

/** Reads an entry that is not needed, for its digest. */
export async function skipEntry({ content }: ReadEntry): Promise<void> {
  for await (const _ of content);
}

/** Maximum of bytes of an entry that is read into memory: a picture, or the settings. */
const maxEntryBytes = 16 * 1024 * 1024;

/** Reads an entry into memory. */
export function readWhole({ content, size }: ReadEntry): Promise<Buffer> {
  if (size > maxEntryBytes) throw new Failure('archive.invalid');
  return buffer(content);
}

/** Returns true for what gunzip and tar report about their input. */
function isBroken(error: unknown) {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return (
    code.startsWith('Z_') ||
    /^(?:Invalid tar|Unexpected end|unexpected end|Premature)/.test(message)
  );
}
