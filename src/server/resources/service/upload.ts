import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import type { FileType } from '#contract/resources.ts';
import { db } from '#server/database/query.ts';
import { assertContent } from '#server/files/content.ts';
import { spool } from '#server/files/spool.ts';
import type { House } from '#server/house.ts';
import { byId, found, present } from './list.ts';
import { forget } from './write.ts';

/**
 * Replaces the file of a resource, after the new one is complete, checked and stored. Throws
 * `upload.invalidFile` when the content does not match the resource's type (R-RES-04),
 * `upload.size` or `upload.noSpace`; 404 for an unknown resource.
 */
export async function upload(
  { config, database, storage }: House,
  id: string,
  content: AsyncIterable<Uint8Array>,
) {
  const { type } = found(await database.operator((tx) => tx.first(byId(id))));
  const { dataDir, uploadLimit: limit } = config;
  await using spooled = await spool(content, { dataDir, limit });
  await assertContent(spooled, type as FileType);
  const file = `${randomBytes(16).toString('hex')}.bin`;
  await storage.takeIn(file, spooled.path);
  const { size, sha256 } = spooled;
  const change = database.operator(async (tx) => {
    const before = found(await tx.first(byId(id).forUpdate()));
    // The type was changed during the upload.
    if (before.type !== type) throw new Failure('upload.invalidFile');
    const named = db.updateTable('resources').set({ file, size, sha256 });
    return { before, after: await tx.one(named.where('id', '=', id).returningAll()) };
  });
  const { before, after } = await change.catch(async (error: unknown) => {
    if (error instanceof Failure) await forget({ database, storage }, file);
    throw error;
  });
  await forget({ database, storage }, before.file);
  return present(after);
}
