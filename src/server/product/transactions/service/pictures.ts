import { Failure } from '#contract/errors.ts';
import { maxPictures } from '#contract/transactions.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { copyPicture, type StoredPicture } from '#server/platform/files/pictures.ts';
import type { Storage } from '#server/platform/files/storage.ts';
import type { TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import type { DeletedValues } from '#server/product/audit/service/restore.ts';

/** Throws `upload.quota` at the limit. Pictures stored concurrently are not counted. */
export async function assertQuota(tenant: TenantReader, added = 1) {
  const pictures = await tenant.read(rowsWithPicture);
  if (pictures.length + added > maxPictures)
    throw new Failure('upload.quota', { params: { max: maxPictures } });
}

const rowsWithPicture = db
  .selectFrom('transactions')
  .select(sql<number>`1`.as('counted'))
  .where('tenant_id', '=', scopeTenant)
  .where('image', 'is not', null)
  .limit(maxPictures);

/** Returns the columns of a picture; those of `undefined` stay as they are. */
export const pictureColumns = (picture: StoredPicture | null | undefined) =>
  picture === undefined
    ? {}
    : { image: picture?.address ?? null, image_bytes: picture?.bytes ?? null };

/**
 * Copies the pictures of deleted transactions: the old files may be deleted at any time, a new one is not within a
 * day. Without its file, a transaction has no picture.
 */
export async function keepPictures(tenant: TenantScope, rows: DeletedValues[], storage: Storage) {
  const pictures = rows.filter(({ image }) => typeof image === 'string').length;
  if (pictures > 0) await assertQuota(tenant, pictures);
  const kept: DeletedValues[] = [];
  for (const row of rows) {
    const picture = typeof row['image'] === 'string' && (await copyPicture(storage, row['image']));
    kept.push({ ...row, ...pictureColumns(picture || null) });
  }
  return kept;
}
