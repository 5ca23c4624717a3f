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
 * Gives a resource the file that comes in, in place of the one it has. Nothing is replaced before
 * the new one is whole, looked through and stored. Refuses with `upload.invalidFile` what is not of
 * the resource's type (section 5), with `upload.size` and `upload.noSpace`; 404 when unknown.
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
    // Somebody changed the type while the file came.
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
