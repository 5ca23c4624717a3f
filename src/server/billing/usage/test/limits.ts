import type { TestApplication } from '#server/test/application.ts';

/** Changes a limit of the plan that an organization has, where 0 is unlimited, or its tier. */
export async function setPlanLimit(
  { open: { owner } }: TestApplication,
  tenant: string,
  limit: Partial<Record<'max_transactions' | 'max_storage' | 'audit_days' | 'tier', number>>,
) {
  const [column = '', value] = Object.entries(limit)[0] ?? [];
  // Two statements: on Citus, one can't read a distributed table and change a reference table.
  const { rows } = await owner.query<{ id: string }>(
    `select price.subscription_product_id as id from tenant_products held
     join subscription_prices price on price.id = held.subscription_price_id
     where held.tenant_id = $1`,
    [tenant],
  );
  const ids = rows.map(({ id }) => id);
  await owner.query(`update subscription_products set ${column} = $2 where id = any ($1)`, [
    ids,
    value,
  ]);
}
