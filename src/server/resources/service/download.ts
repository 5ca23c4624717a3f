import type { FileAnswer } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { extensions, needsPermission, needsUpgrade, type FileType } from '#contract/resources.ts';
import { audit } from '#server/database/audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Membership, Tenant } from '#server/http/guard.ts';
import { mediaTypes } from '#server/resources/rules.ts';
import { byId, found } from './list.ts';

type Wanted = {
  id: string;
  /** The tenant of the member; null for the operator. */
  tenant: Tenant | null;
  membership: Membership | null;
};

/**
 * Returns the file of a resource and records the download in the audit log. Throws
 * `resources.needsUpgrade` or `resources.needsPermission` unless the tier and role suffice
 * (R-RES-02); 404 without a file (R-RES-05).
 */
export async function download(
  { database, storage }: Pick<House, 'database' | 'storage'>,
  { id, tenant, membership }: Wanted,
): Promise<FileAnswer> {
  const take = async (tx: Transaction) => {
    const resource = found(await tx.first(byId(id)));
    if (membership) assertMay(membership, resource);
    if (resource.file === null) throw new Failure('notFound');
    await audit(tx, {
      action: 'resource.downloaded',
      tenant: tenant?.id ?? null,
      target: id,
      details: { title: resource.title },
    });
    return resource;
  };
  const { title, type, file, size, sha256 } = await (tenant
    ? tenant.run(take)
    : database.operator(take));
  if (file === null || size === null || sha256 === null) throw new Failure('notFound');
  return {
    name: `${title}${extensions[type as FileType]}`,
    type: mediaTypes[type as FileType],
    size,
    checksum: sha256,
    open: (range) => storage.openRange(file, range),
  };
}

const assertMay = ({ role, tier }: Membership, resource: Row<'resources'>) => {
  if (needsUpgrade(resource, tier)) throw new Failure('resources.needsUpgrade');
  if (needsPermission(resource, role)) throw new Failure('resources.needsPermission');
};
