import type { Archive, ArchiveFailure } from '#contract/archives/archives.ts';
import type { FileResponse } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import { deleteFile } from '#server/platform/files/delete-file.ts';
import type { TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';

const selectArchives = db
  .selectFrom('organization_archives')
  .selectAll()
  .where('tenant_id', '=', scopeTenant)
  .orderBy('id', 'desc');

type ArchiveRow = TableRow<'organization_archives'>;

/** Converts an export or import to the contract's shape, without the name of its file. */
export const toArchive = (row: ArchiveRow): Archive => ({
  id: row.id,
  kind: row.kind as Archive['kind'],
  state: row.state as Archive['state'],
  failure: row.state === 'failed' ? (row.failure as ArchiveFailure) : null,
  createdAt: row.created_at.toISOString(),
  transactions: row.transactions,
  files: row.files,
  size: row.size,
  availableUntil: isAvailable(row) ? (row.expires_at?.toISOString() ?? null) : null,
});

const isAvailable = ({ kind, file, expires_at }: ArchiveRow) =>
  kind === 'export' && file !== null && expires_at !== null && expires_at > new Date();

/** Lists the exports and imports of the organization, newest first (R-ARC-02). */
export const listArchives = async ({ read }: TenantReader) =>
  (await read(selectArchives)).map(toArchive);

/** Returns the archive of an export and audits the download; 404 without one, or after its expiry (R-ARC-02). */
export const downloadArchive = (
  { storage }: Pick<AppContext, 'storage'>,
  tenant: TenantScope,
  id: string,
): Promise<FileResponse> =>
  tenant.run(async (tx) => {
    const row = await tx.first(selectArchives.where('id', '=', id));
    if (!row || !isAvailable(row)) throw new Failure('notFound');
    const { file, size, sha256 } = row;
    if (file === null || size === null || sha256 === null) throw new Failure('notFound');
    await recordAuditEvent(tx, { action: 'archive.downloaded', tenant: tenant.id, target: id });
    return {
      name: `pregao-${row.created_at.toISOString().slice(0, 10)}.tar.gz`,
      type: 'application/gzip',
      size,
      checksum: sha256,
      open: (range) => storage.openRange(file, range),
    };
  });

/** Deletes an export or import that has ended, with its archive; 404 if the organization has none with this id. */
export async function removeArchive(
  context: Pick<AppContext, 'database' | 'storage'>,
  tenant: TenantScope,
  id: string,
) {
  const removed = await tenant.run(async (tx) => {
    const row = await tx.first(selectArchives.where('id', '=', id).forUpdate());
    if (!row) throw new Failure('notFound');
    if (row.state === 'running') throw new Failure('archive.running');
    await tx.run(
      db
        .deleteFrom('organization_archives')
        .where('tenant_id', '=', scopeTenant)
        .where('id', '=', id),
    );
    return row;
  });
  await deleteFile(context, removed.file);
}
