import type { IfMatch } from '#contract/endpoint.ts';
import type { ResourceInput } from '#contract/resources.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, orNotFound } from '#server/platform/database/query.ts';
import { broadcastResource } from '#server/platform/events/broadcast.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import { isVersion, refuseChange } from '#server/platform/http/contract/if-match.ts';
import { selectResource, toRecord } from './list.ts';

type Versioned = { id: string; ifMatch: IfMatch };
type FileContext = Pick<AppContext, 'database' | 'storage'>;

/** Adds a resource without a file. */
export const create = (database: Database, input: ResourceInput) =>
  database.operator(async (tx) => {
    const row = await tx.one(db.insertInto('resources').values(toRow(input)).returningAll());
    await broadcastResource(tx, 'resource.created', row);
    return toRecord(row);
  });

/** Changes a resource; another type removes its file. 404 for an unknown one, 412 for another version. */
export async function update(
  { database, storage }: FileContext,
  { id, ifMatch, ...input }: ResourceInput & Versioned,
) {
  const { before, after } = await database.operator(async (tx) => {
    const before = orNotFound(await tx.first(selectResource(id).forUpdate()));
    const clearedFile = before.type === input.type ? {} : { file: null, size: null, sha256: null };
    const after = await tx.first(
      db
        .updateTable('resources')
        .set({ ...toRow(input), ...clearedFile })
        .where('id', '=', id)
        .where(isVersion(ifMatch))
        .returningAll(),
    );
    if (!after) return refuseChange(async () => toRecord(before));
    if (after.version !== before.version) await broadcastResource(tx, 'resource.updated', after);
    return { before, after };
  });
  if (before.file !== after.file) await deleteFile({ database, storage }, before.file);
  return toRecord(after);
}

/** Deletes a resource and its file; 404 for an unknown one, 412 for another version. */
export async function remove({ database, storage }: FileContext, { id, ifMatch }: Versioned) {
  const { file } = await database.operator(async (tx) => {
    const deletion = db.deleteFrom('resources').where('id', '=', id).where(isVersion(ifMatch));
    const load = async () => toRecord(orNotFound(await tx.first(selectResource(id))));
    const deleted = (await tx.first(deletion.returningAll())) ?? (await refuseChange(load));
    await broadcastResource(tx, 'resource.deleted', deleted);
    return deleted;
  });
  await deleteFile({ database, storage }, file);
}

const toRow = ({ tiers, roles, ...input }: ResourceInput) => ({
  ...input,
  tiers: sortedUnique(tiers),
  roles: sortedUnique(roles),
});

const sortedUnique = (numbers: number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);
