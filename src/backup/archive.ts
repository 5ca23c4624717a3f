/**
 * Reads and writes the backup format: a tar of `head.json`, the rows of each table as `COPY … TO STDOUT`
 * printed them (`rows/<table>/<number>`, whole rows), the files (`files/<name>`), and `manifest.json` with
 * the expected contents; compressed with zstd, and encrypted when there is a passphrase.
 */
import { createHash } from 'node:crypto';
import type { WriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { z } from 'zod';
import { seal, unseal } from './seal.ts';

/** Format version, raised when other versions of the product can't read the backup. */
export const format = 2;

const name = z.string().regex(/^[\w.-]{1,90}$/);
const count = z.number().int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const head = z.object({
  product: z.literal('pregao'),
  format: z.number().int(),
  taken: z.iso.datetime(),
  /** Migrations that created the tables. */
  migrations: z.array(z.object({ name, checksum: sha256 })).min(1),
  tables: z.array(z.object({ name, columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name, value: count })),
});
/** Data that restoring needs before the rows. */
export type Head = z.infer<typeof head>;

const manifest = z.object({
  /** Tables (`rows/<table>`, with their number of rows) and files (`files/<name>`), in their order. */
  parts: z.array(z.object({ name: z.string(), size: count, sha256, rows: count.optional() })),
  /** Files that rows name and that were missing when the backup was made. */
  missing: z.array(name),
});
/** Expected contents of the backup: sizes in bytes, and digests. */
export type Manifest = z.infer<typeof manifest>;
type Part = Manifest['parts'][number];

/** Entry of a backup to be written; its content must be exactly `size` bytes. */
export type Piece = {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

export function jsonPiece(name: string, value: Head | Manifest): Piece {
  const bytes = Buffer.from(JSON.stringify(value));
  return { name, size: bytes.length, content: [bytes] };
}

/** Measures the content of a part while it passes. */
export class PartDigest {
  size = 0;
  readonly #name: string;
  readonly #hash = createHash('sha256');

  constructor(name: string) {
    this.#name = name;
  }

  async *pass(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      this.#hash.update(chunk);
      this.size += chunk.length;
      yield chunk;
    }
  }

  /** Reads a content to its end. */
  async read(content: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const _ of this.pass(content));
  }

  /** Returns the measures; no content may follow. */
  part = (): Part => ({ name: this.#name, size: this.size, sha256: this.#hash.digest('hex') });
}

/** Writes the entries to a file as they arrive; keeps only a few chunks in memory. */
export async function writeArchive(
  pieces: AsyncIterable<Piece>,
  file: WriteStream,
  passphrase: string | undefined,
): Promise<void> {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_checksumFlag: checksum } = constants;
  const compress = createZstdCompress({ params: { [level]: 3, [checksum]: 1 } });
  const tar = pack();
  const written = passphrase
    ? pipeline(tar, compress, seal(passphrase), file)
    : pipeline(tar, compress, file);
  await Promise.all([written, fill(tar, pieces)]);
}

async function fill(tar: Pack, pieces: AsyncIterable<Piece>): Promise<void> {
  try {
    for await (const { name, size, content } of pieces) {
      await pipeline(content, tar.entry({ name, size, mode: 0o600 }));
    }
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

/** Entry of a backup that is read. */
export type ArchiveEntry = {
  name: string;
  content: Readable;
};

/** Yields the entries of a file one after the other; the caller must read each content to its end. */
export async function* readArchive(
  path: string,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const unpack = extract();
  const reading = pipeline(unseal(path, passphrase), createZstdDecompress(), unpack);
  // The error is thrown below, unless the reader has stopped before.
  reading.catch(() => undefined);
  try {
    for await (const entry of unpack) {
      yield { name: entry.header.name, content: Readable.from(entry) };
    }
  } catch (error) {
    await reading;
    throw error;
  } finally {
    unpack.destroy();
  }
  await reading;
}

/** Returns the table whose rows an entry holds, or the name of the stored file, if any. */
export const contentOf = (entry: string): { table?: string; file?: string } =>
  /^(?:rows\/(?<table>[\w.]+)\/\d+|files\/(?<file>[0-9a-f]{32}\.\w{1,8}))$/.exec(entry)?.groups ??
  {};

/**
 * Reads a backup to its end, checks every digest, and returns its head and manifest. Throws an error
 * with the reason when it can't be used.
 */
export async function inspectArchive(
  path: string,
  passphrase: string | undefined,
): Promise<{ head: Head; manifest: Manifest }> {
  try {
    return await inspect(path, passphrase);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${path} cannot be restored. ${message}`, { cause });
  }
}

async function inspect(path: string, passphrase: string | undefined) {
  const found = new Map<string, PartDigest>();
  let [first, last]: [Head | undefined, Manifest | undefined] = [undefined, undefined];
  for await (const { name, content } of readArchive(path, passphrase)) {
    const { table, file } = contentOf(name);
    const part = table ? `rows/${table}` : name;
    if (last) throw new Error('Something follows its end.');
    if (!first) first = await readHead(name, content);
    else if (name === 'manifest.json') last = manifest.parse(await json(content));
    else if (!table && !file) throw new Error(`The backup has an unknown part ${name}.`);
    else {
      const digest = found.get(part) ?? new PartDigest(part);
      found.set(part, digest);
      await digest.read(content);
    }
  }
  if (!first || !last) throw new Error('It ends before its end.');
  const expected = last.parts.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
  if (
    !isDeepStrictEqual(
      expected,
      [...found.values()].map((part) => part.part()),
    )
  ) {
    throw new Error('Its parts are not what its manifest says.');
  }
  return { head: first, manifest: last };
}

async function readHead(name: string, content: Readable): Promise<Head> {
  if (name !== 'head.json') throw new Error('It does not begin as a backup does.');
  const told = await json(content);
  const { format: made } = head.pick({ product: true, format: true }).parse(told);
  if (made !== format) {
    throw new Error('Another version of the product made it: restore it with that one.');
  }
  return head.parse(told);
}
