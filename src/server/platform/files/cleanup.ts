import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { cleanUpSpool } from './spool.ts';
import { fileNamePattern, pictureNamePattern, type Storage } from './storage.ts';

/** Access to the database that the cleanup needs; a `pg` pool of the owner has it. */
type Store = {
  query: <R extends object>(text: string, values: unknown[]) => Promise<{ rows: R[] }>;
};

type Options = { store: Store; storage: Storage; dataDir: string };

const day = 24 * 60 * 60 * 1_000;
const chunkSize = 5_000;

/** Schedule of the tasks of this module. */
export const fileCrons = { 'files.sweep': '47 3 * * *' };

/** Returns the task of this module: delete the files that no row has named for a day (R-REL-08). */
export const fileTasks = (options: Options): Record<keyof typeof fileCrons, Task> => ({
  'files.sweep': async (_payload, { signal }) => {
    await cleanUpSpool(options.dataDir, day);
    for await (const names of storedFiles(options.storage)) {
      signal.throwIfAborted();
      await deleteUnusedFiles(options, names);
    }
  },
});

async function* storedFiles(storage: Storage) {
  let paginationToken: string | undefined;
  do {
    const page = await storage.listAll('', paginationToken ? { paginationToken } : {});
    const names = [...page.objects].map(({ name }) => name);
    for (let at = 0; at < names.length; at += chunkSize) yield names.slice(at, at + chunkSize);
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

async function deleteUnusedFiles({ store, storage }: Options, names: string[]) {
  const unused = new Set(names.filter((name) => isStored.some((pattern) => pattern.test(name))));
  for (const { place, prefix } of await readPlaces(store)) {
    const asked = [...unused].map((name) => prefix + name);
    const { rows } = await store.query<{ used: string }>(place, [asked]);
    for (const { used } of rows) unused.delete(used.slice(prefix.length));
  }
  // After the search: a backup that begins later names none of these files.
  const { rows } = await store.query<{ now: Date }>(`select now() where ${noBackupRunning}`, []);
  if (!rows[0]) return;
  for (const name of unused) {
    // A younger file may belong to a row that is about to be committed.
    // One that is gone by now needs no cleaning.
    const found = await storage.getMetaData(name).catch(() => null);
    const age = found && rows[0].now.getTime() - found.lastModified.getTime();
    if (age !== null && age > day) await storage.delete(name);
  }
}

const isStored = [pictureNamePattern, fileNamePattern];

/** Returns queries of the files in use: one for each column, as Citus combines no tables of organizations with others. */
async function readPlaces(store: Store) {
  const { rows } = await store.query<{ place: string }>(
    `select format('select %1$I as used from %2$s where %1$I = any ($1)', attname, attrelid::regclass) as place
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where atttypid = 'app.picture'::regtype and not attisdropped and relkind in ('r', 'p')`,
    [],
  );
  return [
    ...rows.map(({ place }) => ({ place, prefix: '/files/' })),
    ...['resources', 'organization_archives'].map((table) => ({
      place: `select file as used from ${table} where file = any ($1)`,
      prefix: '',
    })),
  ];
}

/** Key of the advisory lock of a backup, held from before its snapshot until it has every file. */
export const backupLock = 6_104_718_295;

/**
 * SQL condition that is false while a backup runs; no file is deleted then. Use it after the search for unnamed files or
 * in it: a later backup's snapshot names none of these.
 */
export const noBackupRunning = `(select pg_try_advisory_xact_lock_shared(${backupLock}))`;
