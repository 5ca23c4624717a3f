import type { FileResponse } from '#contract/endpoint.ts';
import { fileExtensions, FileType } from '#contract/entities/resources.ts';
import { Failure } from '#contract/errors.ts';
import { needsPermission, needsUpgrade } from '#contract/resources.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { orNotFound, type TableRow } from '#server/platform/database/query.ts';
import type { Membership, TenantScope } from '#server/platform/http/contract/guard.ts';
import { selectResource } from './list.ts';

type DownloadRequest = {
  id: string;
  /** The tenant of the member; null for the operator. */
  tenant: TenantScope | null;
  membership: Membership | null;
};

/**
 * Returns the file of a resource and audits the download. Throws `resources.needsUpgrade` or
 * `resources.needsPermission` unless tier and role suffice (R-RES-02); 404 without a file (R-RES-05).
 */
export async function download(
  { database, storage }: Pick<AppContext, 'database' | 'storage'>,
  { id, tenant, membership }: DownloadRequest,
): Promise<FileResponse> {
  const authorize = async (tx: DbTransaction) => {
    const resource = orNotFound(await tx.first(selectResource(id)));
    if (membership) assertCanDownload(membership, resource);
    if (resource.file === null) throw new Failure('notFound');
    await recordAuditEvent(tx, {
      action: 'resource.downloaded',
      tenant: tenant?.id ?? null,
      target: id,
      details: { title: resource.title },
    });
    return resource;
  };
  const { title, type, file, size, sha256 } = await (tenant
    ? tenant.run(authorize)
    : database.operator(authorize));
  if (file === null || size === null || sha256 === null) throw new Failure('notFound');
  return {
    name: `${title}${fileExtensions[type as FileType]}`,
    type: mediaTypes[type as FileType],
    size,
    checksum: sha256,
    open: (range) => storage.openRange(file, range),
  };
}

function assertCanDownload({ role, tier }: Membership, resource: TableRow<'resources'>) {
  if (needsUpgrade(resource, tier)) throw new Failure('resources.needsUpgrade');
  if (needsPermission(resource, role)) throw new Failure('resources.needsPermission');
}

const mediaTypes: Record<FileType, string> = {
  [FileType.Zip]: 'application/zip',
  [FileType.Txt]: 'text/plain; charset=utf-8',
  [FileType.Png]: 'image/png',
  [FileType.Jpg]: 'image/jpeg',
  [FileType.Rar]: 'application/vnd.rar',
};
