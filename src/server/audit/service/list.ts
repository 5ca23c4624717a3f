import type { Database } from '#server/database/database.ts';
import { pageOf } from '#server/http/cursor.ts';
import type { Tenant } from '#server/http/guard.ts';
import { newest, position, presentEntry, presentTenant, type Range } from './entries.ts';

/** The log of an organization, newest first. */
export const list = (tenant: Tenant, range: Range) =>
  tenant.run(async (tx) => {
    const rows = await tx.all(await newest(tx, { ...range, tenantId: tenant.id }));
    return pageOf(rows, { limit: range.limit, present: presentEntry, position });
  });

/** Everybody's log, newest first; for the operator. */
export const listOfAll = (database: Database, range: Range) =>
  database.operator(async (tx) => {
    const entries = await newest(tx, range);
    const rows = await tx.all(
      entries
        .leftJoin('tenants', 'tenants.id', 'entry.tenant_id')
        .select('tenants.name as tenant_name'),
    );
    const present = (row: (typeof rows)[number]) => ({
      ...presentEntry(row),
      tenant: presentTenant(row),
    });
    return pageOf(rows, { limit: range.limit, present, position });
  });
