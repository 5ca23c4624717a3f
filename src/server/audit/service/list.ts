import type { Database } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import type { Tenant } from '#server/http/guard.ts';
import { pageOfLog, presentTenant, type Range } from './entries.ts';

/** Lists the log of an organization, newest first. */
export const list = (tenant: Tenant, range: Range) =>
  tenant.run(async (tx) => {
    const { items, next } = await pageOfLog(tx, { ...range, tenantId: tenant.id });
    return { items: items.map(({ entry }) => entry), next };
  });

/** Lists the logs of all organizations, newest first; for the operator. */
export const listOfAll = (database: Database, range: Range) =>
  database.operator(async (tx) => {
    const { items, next } = await pageOfLog(tx, range);
    const ids = [...new Set(items.map(({ tenantId }) => tenantId))];
    const tenants = await tx.all(
      db
        .selectFrom('tenants')
        .select(['id', 'name'])
        .where('id', '=', sql<string>`any (${ids}::uuid[])`),
    );
    const names = new Map(tenants.map(({ id, name }) => [id, name]));
    return {
      items: items.map(({ tenantId, entry }) => ({
        ...entry,
        tenant: presentTenant(tenantId, names),
      })),
      next,
    };
  });
