import type { ResourceInput } from '#contract/resources.ts';
import type { Database } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { byId, found, present } from './list.ts';

type Keeping = Pick<House, 'database' | 'storage'>;

/** Adds a resource, without a file yet. */
export const create = (database: Database, input: ResourceInput) =>
  database.operator(async (tx) =>
    present(await tx.one(db.insertInto('resources').values(stored(input)).returningAll())),
  );

/** Changes a resource; of another type than its file, it has none any more. 404 when unknown. */
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
  if (before.file !== after.file) await forget(storage, before.file);
  return present(after);
}

/** Deletes a resource and its file; 404 when unknown. */
export async function remove({ database, storage }: Keeping, id: string) {
  const { file } = found(
    await database.operator((tx) =>
      tx.first(db.deleteFrom('resources').where('id', '=', id).returning('file')),
    ),
  );
  await forget(storage, file);
}

/** Deletes a file that no row names any more. One that stays is found by the nightly sweep. */
export const forget = async (storage: House['storage'], file: string | null) => {
  if (file) await storage.delete(file).catch(() => undefined);
};

const stored = ({ tiers, roles, ...input }: ResourceInput) => ({
  ...input,
  tiers: inOrder(tiers),
  roles: inOrder(roles),
});

const inOrder = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);
