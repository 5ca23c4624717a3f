import { randomBytes } from 'node:crypto';
import type { FileType } from '#contract/entities/resources.ts';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db, orNotFound } from '#server/platform/database/query.ts';
import { broadcastResource } from '#server/platform/events/broadcast.ts';
import { assertContent } from '#server/platform/files/content.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import { spoolUpload } from '#server/platform/files/spool.ts';
import { selectResource, toRecord } from './list.ts';

/**
 * Replaces the file of a resource once the new one is complete, checked and stored. Throws
 * `upload.invalidFile` (R-RES-04), `upload.size` or `upload.noSpace`; 404 for an unknown resource.
 */
export async function upload(
  { config, database, storage }: AppContext,
  id: string,
  content: AsyncIterable<Uint8Array>,
) {
  const { type } = orNotFound(await database.operator((tx) => tx.first(selectResource(id))));
  const { dataDir, uploadLimit: limit } = config;
  await using spooled = await spoolUpload(content, { dataDir, limit });
  await assertContent(spooled, type as FileType);
  const file = `${randomBytes(16).toString('hex')}.bin`;
  await storage.moveIn(file, spooled.path);
  const { size, sha256 } = spooled;
  const change = database.operator(async (tx) => {
    const before = orNotFound(await tx.first(selectResource(id).forUpdate()));
    // The type was changed during the upload.
    if (before.type !== type) throw new Failure('upload.invalidFile');
    const named = db.updateTable('resources').set({ file, size, sha256 });
    const after = await tx.one(named.where('id', '=', id).returningAll());
    await broadcastResource(tx, 'resource.updated', after);
    return { before, after };
  });
  const { before, after } = await change.catch(async (error: unknown) => {
    if (error instanceof Failure) await deleteFile({ database, storage }, file);
    throw error;
  });
  await deleteFile({ database, storage }, before.file);
  return toRecord(after);
}
