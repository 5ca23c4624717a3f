import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';

const kind = 'domain';

/**
 * Reserves a domain for the organization of the scope; returns false if another one has it. The key of this table is
 * unique on a sharded database too, and the insert waits for a transaction that is about to take or free the domain
 * (decision 39).
 */
export async function reserveDomain(tx: DbTransaction, tenantId: TenantId, domain: string) {
  const [, own] = await Promise.all([
    tx.run(
      db
        .insertInto('tenant_names')
        .values({ kind, value: domain, tenant_id: tenantId })
        .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing()),
    ),
    tx.first(
      db
        .selectFrom('tenant_names')
        .select('value')
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', kind)
        .where('value', '=', domain),
    ),
  ]);
  return own !== undefined;
}

/** Frees a domain of the organization of the scope. */
export const releaseDomain = (tx: DbTransaction, tenantId: TenantId, domain: string) =>
  tx.run(
    db
      .deleteFrom('tenant_names')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('value', '=', domain),
  );
