import type { Database, TenantId } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import type { TenantScope } from '#server/http/contract/guard.ts';
import { readAuditPage, toTenantReference, type AuditQuery } from './entries.ts';

/** Lists the log of an organization, newest first. */
export const list = (tenant: TenantScope, query: AuditQuery) =>
  tenant.run(async (tx) => {
    const { items, next } = await readAuditPage(tx, { ...query, tenantId: tenant.id });
    return { items: items.map(({ entry }) => entry), next };
  });

/** Lists the logs of all organizations, newest first; for the operator. */
export const listAllAuditEntries = (database: Database, query: AuditQuery) =>
  database.operator(async (tx) => {
    const { items, next } = await readAuditPage(tx, query);
    const ids = [...new Set(items.map(({ tenantId }) => tenantId))];
    const tenants = await tx.all(
      db
        .selectFrom('tenants')
        .select(['id', 'name'])
        .where('id', '=', sql<TenantId>`any (${ids}::uuid[])`),
    );
    const names = new Map(tenants.map(({ id, name }) => [id, name]));
    return {
      items: items.map(({ tenantId, entry }) => ({
        ...entry,
        tenant: toTenantReference(tenantId, names),
      })),
      next,
    };
  });
