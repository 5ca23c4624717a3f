import { Failure } from '#contract/errors.ts';
import { nameKey } from '#contract/shapes.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';

/** Names that only one organization may have, compared as people see them; no name is '' (R-ORG-06). */
type TenantNames = { name: string; subdomain?: string | undefined };

const refusals = {
  name: 'account.verify.organizationTaken',
  subdomain: 'tenant.subdomain',
} as const;

const keyOf = { name: nameKey, subdomain: (value: string) => value.toLowerCase() };

/**
 * Reserves names for the organization of the scope, in place of its former ones; throws when another one has
 * them. Precedes every statement that writes them: the key of this table is unique on a sharded database too.
 */
export async function reserveNames(tx: DbTransaction, tenantId: TenantId, names: TenantNames) {
  for (const kind of ['name', 'subdomain'] as const) {
    const { [kind]: wanted } = names;
    if (wanted === undefined) continue;
    const value = keyOf[kind](wanted);
    const own = db.selectFrom('tenant_names').select('tenant_id').where('tenant_id', '=', tenantId);
    const [, , reserved] = await Promise.all([
      tx.run(
        db
          .deleteFrom('tenant_names')
          .where('tenant_id', '=', tenantId)
          .where('kind', '=', kind)
          .where('value', '<>', value),
      ),
      wanted &&
        // Waits for a transaction that is about to take or free the name.
        tx.run(
          db
            .insertInto('tenant_names')
            .values({ kind, value, tenant_id: tenantId })
            .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing()),
        ),
      wanted === '' || tx.first(own.where('kind', '=', kind).where('value', '=', value)),
    ]);
    if (!reserved) throw new Failure(refusals[kind]);
  }
}
