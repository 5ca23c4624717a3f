import type { ResourceInput } from '#contract/resources.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/database/database.ts';
import { db, orNotFound, sql, statement } from '#server/database/query.ts';
import { noBackupRunning } from '#server/files/cleanup.ts';
import { selectResource, toRecord } from './list.ts';

type FileContext = Pick<AppContext, 'database' | 'storage'>;

/** Adds a resource without a file. */
export const create = (database: Database, input: ResourceInput) =>
  database.operator(async (tx) =>
    toRecord(await tx.one(db.insertInto('resources').values(toRow(input)).returningAll())),
  );

/** Changes a resource; another type removes its file. 404 for an unknown resource. */
export async function update(
  { database, storage }: FileContext,
  { id, ...input }: ResourceInput & { id: string },
) {
  const { before, after } = await database.operator(async (tx) => {
    const before = orNotFound(await tx.first(selectResource(id).forUpdate()));
    const clearedFile = before.type === input.type ? {} : { file: null, size: null, sha256: null };
    const after = await tx.one(
      db
        .updateTable('resources')
        .set({ ...toRow(input), ...clearedFile })
        .where('id', '=', id)
        .returningAll(),
    );
    return { before, after };
  });
  if (before.file !== after.file) await deleteFile({ database, storage }, before.file);
  return toRecord(after);
}

/** Deletes a resource and its file; 404 for an unknown resource. */
export async function remove({ database, storage }: FileContext, id: string) {
  const { file } = orNotFound(
    await database.operator((tx) =>
      tx.first(db.deleteFrom('resources').where('id', '=', id).returning('file')),
    ),
  );
  await deleteFile({ database, storage }, file);
}

/** Deletes an unreferenced file unless a backup runs; the nightly cleanup deletes the rest. */
export async function deleteFile({ database, storage }: FileContext, file: string | null) {
  if (!file) return;
  const asked = database.queryUnscoped(
    statement(sql<{ may: boolean }>`select ${sql.raw(noBackupRunning)} as may`),
  );
  const [answer] = await asked.catch(() => []);
  if (answer?.may) await storage.delete(file).catch(() => undefined);
}

const toRow = ({ tiers, roles, ...input }: ResourceInput) => ({
  ...input,
  tiers: sortedUnique(tiers),
  roles: sortedUnique(roles),
});

const sortedUnique = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);
