/**
 * Reads and writes the backup format: a tar of `head.json`, the rows of each table as `COPY … TO STDOUT`
 * printed them (`rows/<table>/<number>`, split at any byte), the files (`files/<name>`), and
 * `manifest.json` with the expected contents; compressed with zstd, and encrypted when there is a
 * passphrase.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, type WriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { seal, unseal } from './seal.ts';

/** Format version, raised when older versions of the product can't read the backup. */
export const format = 1;

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
  tables: z.array(z.object({ name, rows: count, sha256 })),
  files: z.array(z.object({ name, size: count, sha256 })),
  /** Files that rows name and that were missing when the backup was made. */
  missing: z.array(name),
});
/** Expected contents of the backup: sizes and digests. */
export type Manifest = z.infer<typeof manifest>;

/** Entry of a backup to be written; its content must be exactly `size` bytes. */
export interface Piece {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export const jsonPiece = (name: string, value: Head | Manifest): Piece => {
  const bytes = Buffer.from(JSON.stringify(value));
  return { name, size: bytes.length, content: [bytes] };
};

/** Writes the entries to a file as they arrive; keeps only a few chunks in memory. */
export async function writeArchive(
  pieces: AsyncIterable<Piece>,
  file: WriteStream,
  passphrase: string | undefined,
): Promise<void> {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_checksumFlag: checksum } = constants;
  const compress = createZstdCompress({ params: { [level]: 3, [checksum]: 1 } });
  if (passphrase) await pipeline(tar(pieces), compress, seal(passphrase), file);
  else await pipeline(tar(pieces), compress, file);
}

const block = 512;

async function* tar(pieces: AsyncIterable<Piece>) {
  for await (const { name, size, content } of pieces) {
    yield headerOf(name, size);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes, not ${size}`);
    yield Buffer.alloc(-size & (block - 1));
  }
  yield Buffer.alloc(2 * block);
}

// The part of the `ustar` format that every tar program reads.
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 100);
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(size, 11)}\0${octal(Math.floor(Date.now() / 1_000), 11)}\0`, 124);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return header;
}

/** Entry of a backup that is read. */
export interface ArchiveEntry {
  name: string;
  size: number;
  content: Readable;
}

/** Yields the entries of a file one after the other; the caller must read each content to its end. */
export async function* readArchive(
  path: string,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const unpack = extract();
  const reading = pipeline(
    createReadStream(path),
    unseal(passphrase),
    createZstdDecompress(),
    unpack,
  );
  // The error is thrown below, unless the reader has stopped before.
  reading.catch(() => undefined);
  try {
    for await (const entry of unpack) {
      const { name, size = 0 } = entry.header;
      yield { name, size, content: Readable.from(entry) };
    }
  } catch (error) {
    await reading;
    throw error;
  } finally {
    unpack.destroy();
  }
  await reading;
}

/** Returns the table whose rows an entry holds, if any. */
export const tableOf = (name: string): string | undefined => /^rows\/([^/]+)\/\d+$/.exec(name)?.[1];

/** Returns the name of the stored file that an entry holds, if any. */
export const fileOf = (name: string): string | undefined =>
  /^files\/([0-9a-f]{32}\.\w{1,8})$/.exec(name)?.[1];

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
  const seen = { tables: new Map<string, Hash>(), files: [] as Manifest['files'] };
  let [first, last]: [Head | undefined, Manifest | undefined] = [undefined, undefined];
  for await (const { name, size, content } of readArchive(path, passphrase)) {
    if (last) throw new Error('Something follows its end.');
    first ??= await readHead(name, content);
    if (name === 'head.json') continue;
    if (name === 'manifest.json') last = manifest.parse(JSON.parse(String(await buffer(content))));
    else await digest(name, content, { size, seen });
  }
  if (!first || !last) throw new Error('It ends before its end.');
  compare(first, last, seen);
  return { head: first, manifest: last };
}

interface Seen {
  tables: Map<string, Hash>;
  files: Manifest['files'];
}

async function readHead(name: string, content: Readable): Promise<Head> {
  if (name !== 'head.json') throw new Error('It does not begin as a backup does.');
  const told: unknown = JSON.parse(String(await buffer(content)));
  const newer = z.object({ product: z.literal('pregao'), format: z.number().min(format + 1) });
  if (newer.safeParse(told).success) {
    throw new Error('A newer version of the product made it: restore it with that one.');
  }
  return head.parse(told);
}

async function digest(
  name: string,
  content: Readable,
  { size, seen }: { size: number; seen: Seen },
) {
  const [table, file] = [tableOf(name), fileOf(name)];
  if (!table && !file) throw new Error(`The backup has an unknown part ${name}.`);
  const hash = (table && seen.tables.get(table)) || createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  if (table) seen.tables.set(table, hash);
  if (file) seen.files.push({ name: file, size, sha256: hash.digest('hex') });
}

function compare(head: Head, { tables, files }: Manifest, seen: Seen): void {
  const rows = tables.map(({ name, sha256 }) => [name, sha256]);
  const nothing = createHash('sha256').digest('hex');
  const found = head.tables.map(({ name }) => [
    name,
    seen.tables.get(name)?.digest('hex') ?? nothing,
  ]);
  const isWhole =
    JSON.stringify(rows) === JSON.stringify(found) &&
    [...seen.tables.keys()].every((name) => head.tables.some((table) => table.name === name)) &&
    JSON.stringify(files) === JSON.stringify(seen.files);
  if (!isWhole) throw new Error('Its parts are not what its manifest says.');
}
