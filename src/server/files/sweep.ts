import type { Task } from '#server/jobs/start-jobs.ts';
import { pictureName, type Storage } from './storage.ts';

/** What the sweep needs of the database; a `pg` pool of the owner role has it. */
interface Store {
  query: (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>;
}

type Options = { store: Store; storage: Storage };

const day = 24 * 60 * 60 * 1_000;
const atOnce = 5_000;

/** When the tasks of this room are done. */
export const fileCrons = { 'files.sweep': '47 3 * * *' };

/** The tasks of the files room: delete the pictures that no row has named for a day. */
export const fileTasks = (options: Options): Record<keyof typeof fileCrons, Task> => ({
  'files.sweep': async (_payload, { signal }) => {
    for await (const names of storedPictures(options.storage)) {
      signal.throwIfAborted();
      await sweep(options, names);
    }
  },
});

async function* storedPictures(storage: Storage) {
  let paginationToken: string | undefined;
  do {
    const page = await storage.listAll('', paginationToken ? { paginationToken } : {});
    const names = [...page.objects]
      .map(({ name }) => name)
      .filter((name) => pictureName.test(name));
    for (let at = 0; at < names.length; at += atOnce) yield names.slice(at, at + atOnce);
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

const sweep = async ({ store, storage }: Options, names: string[]) => {
  const { rows } = await store.query('select name from app.unused_pictures($1) as name', [names]);
  for (const { name } of rows) {
    // A younger one may belong to a row that is being written.
    const { lastModified } = await storage.getMetaData(name);
    if (Date.now() - lastModified.getTime() > day) await storage.delete(name);
  }
};
