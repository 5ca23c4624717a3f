import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client, type Pool } from 'pg';
import { createPool } from '#server/platform/database/driver/pools.ts';
import {
  withSchemaLock,
  migrate,
  readMigrations,
} from '#server/platform/database/lifecycle/migrate.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import { installJobs } from '#server/platform/jobs/start-jobs.ts';
import {
  contentOf,
  inspectArchive,
  PartDigest,
  readArchive,
  type Head,
  type Manifest,
} from './archive.ts';
import { assertNothing, type DataStores } from './place.ts';
import { openRowLoader } from './rows.ts';

export type Backup = {
  path: string;
  passphrase?: string | undefined;
};

/**
 * Returns head and manifest once the whole backup was read. Throws when this version can't restore it.
 */
export async function inspectBackup({ path, passphrase }: Backup) {
  const told = await inspectArchive(path, passphrase);
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of told.head.migrations) {
    if (known.get(name) === checksum) continue;
    throw new Error(
      `${path} cannot be restored. Its migration ${name} is not that of this version. ` +
        'Restore it with the version that made it, then start this one.',
    );
  }
  return told;
}

/**
 * Restores a backup into an empty place: the rows in one transaction that commits once the files are in
 * place, then newer migrations. Removes everything again when it fails.
 */
export async function restore(
  backup: Backup,
  { head, manifest }: { head: Head; manifest: Manifest },
  place: Pick<DataStores, 'url' | 'storage' | 'dataDir'> & { mayLose?: boolean },
): Promise<void> {
  const { url, storage, mayLose = false } = place;
  await assertNoTables(url);
  const owner = createPool({ connectionString: url, max: 2 });
  const done: string[] = [];
  try {
    await prepare(owner, head);
    await inTransaction(url, async (client) => {
      const rows = await openRowLoader(client, head);
      for await (const { name, content } of readArchive(backup.path, backup.passphrase)) {
        const { table, file } = contentOf(name);
        if (table) await rows.add(table, content);
        else if (file) await storeFile(place, file, { content, done });
        else content.resume();
      }
      assertRows(manifest, await rows.finish());
      await assertFiles(manifest, storage);
    });
    // Applies newer migrations, creates the login roles and checks the schema.
    await (await connectDatabase(url, { allowDataLoss: mayLose })).close();
    await owner.query('analyze');
  } catch (error) {
    await Promise.allSettled(done.map((file) => storage.delete(file)));
    await empty(owner).catch((left: Error) => {
      const { message } = error as Error;
      throw new Error(`${message} What had come remains: ${left.message}`, { cause: error });
    });
    throw error;
  } finally {
    await owner.end();
  }
}

const ours = `('public', 'app', 'sandbox', 'graphile_worker')`;

async function assertNoTables(url: string): Promise<void> {
  const owner = createPool({ connectionString: url, max: 1 });
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select relid::regclass::text as name from pg_stat_user_tables order by 1`,
    );
    assertNothing(
      rows.map(({ name }) => name),
      'the database',
    );
  } finally {
    await owner.end();
  }
}

/** Creates the tables as of the backup's migrations, and the job queue. */
async function prepare(owner: Pool, { migrations }: Head): Promise<void> {
  const through = migrations.at(-1)?.name ?? '';
  const client = await owner.connect();
  try {
    await withSchemaLock(client, () => migrate(client, { through }));
  } finally {
    client.release();
  }
  const logger = { debug: () => {}, info: () => {}, warn: console.error, error: console.error };
  await installJobs(owner, logger);
}

async function inTransaction(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end();
  }
}

async function storeFile(
  { storage, dataDir }: Pick<DataStores, 'storage' | 'dataDir'>,
  file: string,
  { content, done }: { content: Readable; done: string[] },
): Promise<void> {
  const folder = join(dataDir, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, file);
  await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  done.push(file);
  await storage.moveIn(file, path);
}

function assertRows({ parts }: Manifest, copied: Map<string, number>): void {
  for (const { name, rows = 0 } of parts) {
    const here = copied.get(name.replace('rows/', '')) ?? 0;
    if (here !== rows) throw new Error(`${here} of ${rows} ${name} were restored.`);
  }
}

async function assertFiles({ parts }: Manifest, storage: DataStores['storage']): Promise<void> {
  for (const part of parts.filter(({ name }) => name.startsWith('files/'))) {
    const digest = new PartDigest(part.name);
    await digest.read(await storage.getStream(part.name.replace('files/', '')));
    if (!isDeepStrictEqual(digest.part(), part)) {
      throw new Error(`${part.name} was not restored as it was.`);
    }
  }
}

/** Drops everything that the restore created in the database, which was empty before. */
async function empty(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('drop table %s cascade', relid::regclass) as statement from pg_stat_user_tables
       where schemaname = 'public'
     union all
     select format('drop schema %I cascade', nspname) from pg_namespace
       where nspname in ${ours} and nspname <> 'public'`,
  );
  for (const { statement } of rows) await owner.query(statement);
}
