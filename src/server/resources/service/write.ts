import type { ResourceInput } from '#contract/resources.ts';
import type { Database } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { noBackup } from '#server/files/backup-lock.ts';
import type { House } from '#server/house.ts';
import { byId, found, present } from './list.ts';

type Keeping = Pick<House, 'database' | 'storage'>;

/** Adds a resource without a file. */
export const create = (database: Database, input: ResourceInput) =>
  database.operator(async (tx) =>
    present(await tx.one(db.insertInto('resources').values(stored(input)).returningAll())),
  );

/** Changes a resource; another type removes its file. 404 for an unknown resource. */
export async function update(
  { database, storage }: Keeping,
  { id, ...input }: ResourceInput & { id: string },
) {
  const { before, after } = await database.operator(async (tx) => {
    const before = found(await tx.first(byId(id).forUpdate()));
    const bare = before.type === input.type ? {} : { file: null, size: null, sha256: null };
    const after = await tx.one(
      db
        .updateTable('resources')
        .set({ ...stored(input), ...bare })
        .where('id', '=', id)
        .returningAll(),
    );
    return { before, after };
  });
  if (before.file !== after.file) await forget({ database, storage }, before.file);
  return present(after);
}

/** Deletes a resource and its file; 404 for an unknown resource. */
export async function remove({ database, storage }: Keeping, id: string) {
  const { file } = found(
    await database.operator((tx) =>
      tx.first(db.deleteFrom('resources').where('id', '=', id).returning('file')),
    ),
  );
  await forget({ database, storage }, file);
}

/**
 * Deletes an unreferenced file unless a running backup may need it. The nightly sweep deletes any
 * file that stays.
 */
export async function forget({ database, storage }: Keeping, file: string | null) {
  if (!file) return;
  const asked = database.ask(statement(sql<{ may: boolean }>`select ${sql.raw(noBackup)} as may`));
  const [answer] = await asked.catch(() => []);
  if (answer?.may) await storage.delete(file).catch(() => undefined);
}

const stored = ({ tiers, roles, ...input }: ResourceInput) => ({
  ...input,
  tiers: inOrder(tiers),
  roles: inOrder(roles),
});

const inOrder = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);
