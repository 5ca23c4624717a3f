import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Storage } from '#server/platform/files/storage.ts';
import {
  format,
  jsonPiece,
  PartDigest,
  writeArchive,
  type Manifest,
  type Piece,
} from './archive.ts';
import { openSnapshot, jobs, waitingJobs, type Snapshot } from './snapshot.ts';

/** Database and files to back up. */
export type Source = {
  /** Connection string of the database's owner. */
  url: string;
  storage: Storage;
};

/**
 * Writes a snapshot of everything to a new file that only its owner can read, while the product keeps
 * running. The file appears once it is complete and synced to disk, or not at all.
 */
export async function backUp(
  { url, storage }: Source,
  path: string,
  passphrase?: string,
): Promise<Manifest> {
  const target = resolve(path);
  if (await stat(target).catch(() => null)) throw new Error(`${target} is there already.`);
  const half = `${target}.${randomBytes(4).toString('hex')}.half`;
  const client = new Client({ connectionString: url, keepAlive: true });
  // The next query throws the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const snapshot = await openSnapshot(client);
    const file = await open(half, 'wx', 0o600);
    const manifest: Manifest = { parts: [], missing: [] };
    const pieces = piecesOf({ client, storage, snapshot, manifest });
    await writeArchive(pieces, file.createWriteStream({ flush: true }), passphrase);
    // A lost connection also lost the lock that protected the files from deletion.
    await client.query('select');
    await rename(half, target);
    await sync(dirname(target));
    return manifest;
  } finally {
    await rm(half, { force: true });
    await client.end();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

type Work = {
  client: Client;
  storage: Storage;
  snapshot: Snapshot;
  /** Manifest, filled while writing. */
  manifest: Manifest;
};

async function* piecesOf(work: Work): AsyncGenerator<Piece> {
  const { client, snapshot, manifest } = work;
  const { files, ...head } = snapshot;
  yield jsonPiece('head.json', { product: 'pregao', format, ...head });
  for (const table of head.tables) yield* rowsOf(work, table);
  // All rows are read: end the transaction, so that vacuum can proceed while the files follow.
  await client.query('commit');
  for (const name of files) yield* fileOf(work, name);
  yield jsonPiece('manifest.json', manifest);
}

const pieceSize = 1024 * 1024;
const lineEnd = 10;

/**
 * Yields a table's rows in pieces, because their total size is unknown in advance; the last may be empty.
 * A byte 10 ends a row: within values COPY escapes it.
 */
async function* rowsOf(
  { client, manifest }: Work,
  { name, columns }: Snapshot['tables'][number],
): AsyncGenerator<Piece> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const what = name === jobs.name ? `(${waitingJobs})` : `${name} (${list})`;
  const stream = client.query(copyTo(`copy ${what} to stdout`));
  const digest = new PartDigest(`rows/${name}`);
  let number = 0;
  const piece = (content: Uint8Array): Piece => {
    number += 1;
    return { name: `rows/${name}/${number}`, size: content.length, content: [content] };
  };
  let waiting = Buffer.alloc(0);
  for await (const chunk of digest.pass(stream)) {
    waiting = Buffer.concat([waiting, chunk]);
    const end = waiting.lastIndexOf(lineEnd) + 1;
    if (end < pieceSize) continue;
    yield piece(waiting.subarray(0, end));
    waiting = waiting.subarray(end);
  }
  yield piece(waiting);
  manifest.parts.push({ ...digest.part(), rows: stream.rowCount });
}

async function* fileOf({ storage, manifest }: Work, file: string): AsyncGenerator<Piece> {
  if (!(await storage.exists(file))) {
    manifest.missing.push(file);
    return;
  }
  const { contentLength: size } = await storage.getMetaData(file);
  const name = `files/${file}`;
  const digest = new PartDigest(name);
  yield { name, size, content: digest.pass(await storage.getStream(file)) };
  manifest.parts.push(digest.part());
}
