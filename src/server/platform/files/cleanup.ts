import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { cleanUpSpool } from './spool.ts';
import { fileNamePattern, pictureNamePattern, type Storage } from './storage.ts';

/** Access to the database that the cleanup needs; a `pg` pool of the owner has it. */
interface Store {
  query: (text: string, values: unknown[]) => Promise<{ rows: { name: string; now: Date }[] }>;
}

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

const deleteUnusedFiles = async ({ store, storage }: Options, names: string[]) => {
  const { rows } = await store.query(
    `select name, now() from (
       select name from app.unused_pictures($1) as name
       union all select name from app.unused_files($2) as name
     ) as unused where ${noBackupRunning}`,
    [
      names.filter((name) => pictureNamePattern.test(name)),
      names.filter((name) => fileNamePattern.test(name)),
    ],
  );
  for (const { name, now } of rows) {
    // A younger file may belong to a row that is about to be committed.
    const { lastModified } = await storage.getMetaData(name);
    if (now.getTime() - lastModified.getTime() > day) await storage.delete(name);
  }
};

/** Key of the advisory lock of a backup, held from before its snapshot until it has every file. */
export const backupLock = 6_104_718_295;

/**
 * SQL condition that is false while a backup runs; no file is deleted then. Use it in a statement of its
 * own or in the one that finds unnamed files: a later backup's snapshot names none of these.
 */
export const noBackupRunning = `(select pg_try_advisory_xact_lock_shared(${backupLock}))`;
