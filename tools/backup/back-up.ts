import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Storage } from '#server/files/storage.ts';
import { format, jsonPiece, writeArchive, type Manifest, type Piece } from './archive.ts';
import { openSnapshot, jobs, waitingJobs, type Snapshot } from './snapshot.ts';

/** Database and files to back up. */
export interface Source {
  /** Connection string of the database's owner. */
  url: string;
  storage: Storage;
}

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
    const manifest: Manifest = { tables: [], files: [], missing: [] };
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

interface Work {
  client: Client;
  storage: Storage;
  snapshot: Snapshot;
  /** Manifest, filled while writing. */
  manifest: Manifest;
}

async function* piecesOf(work: Work): AsyncGenerator<Piece> {
  const { client, snapshot, manifest } = work;
  const { files, ...head } = snapshot;
  yield jsonPiece('head.json', { product: 'pregao', format, ...head });
  for (const table of head.tables) yield* rowsOf(work, table);
  // All rows are read: end the transaction, so that vacuum can proceed while the files follow.
  await client.query('commit');
  for (const name of files) yield* contentOf(work, name);
  yield jsonPiece('manifest.json', manifest);
}

const pieceSize = 1024 * 1024;

/** Yields a table's rows in chunks, because their total size is unknown in advance. */
async function* rowsOf(
  { client, manifest }: Work,
  { name, columns }: Snapshot['tables'][number],
): AsyncGenerator<Piece> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const what = name === jobs.name ? `(${waitingJobs})` : `${name} (${list})`;
  const stream = client.query(copyTo(`copy ${what} to stdout`));
  const hash = createHash('sha256');
  let number = 0;
  const piece = (content: Buffer[], size: number): Piece => {
    number += 1;
    return { name: `rows/${name}/${number}`, size, content };
  };
  let [waiting, size]: [Buffer[], number] = [[], 0];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    waiting.push(chunk);
    size += chunk.length;
    if (size < pieceSize) continue;
    yield piece(waiting, size);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield piece(waiting, size);
  manifest.tables.push({ name, rows: stream.rowCount, sha256: hash.digest('hex') });
}

async function* contentOf({ storage, manifest }: Work, name: string): AsyncGenerator<Piece> {
  if (!(await storage.exists(name))) {
    manifest.missing.push(name);
    return;
  }
  const { contentLength: size } = await storage.getMetaData(name);
  const hash = createHash('sha256');
  async function* content() {
    for await (const chunk of await storage.getStream(name)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  yield { name: `files/${name}`, size, content: content() };
  manifest.files.push({ name, size, sha256: hash.digest('hex') });
}
