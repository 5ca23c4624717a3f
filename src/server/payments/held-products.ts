import type { DbTransaction } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { endedNow } from './free-plan.ts';
import type { ProviderInvoice } from './stripe/invoice-snapshot.ts';

/** Selects the tenant's products with the titles of their plans. */
export const selectTitledProducts = (tenantId: string) =>
  db
    .selectFrom('tenant_products as held')
    .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .where('held.tenant_id', '=', tenantId)
    .select(['held.tenant_id', 'held.id', 'product.title']);

/** Returns the running plan that an invoice paid for, a subscription or a purchase, and the time now. */
export const findPaidPlan = (
  tx: DbTransaction,
  tenantId: string,
  { subscription, id: invoice }: Pick<ProviderInvoice, 'id' | 'subscription'>,
) =>
  tx.first(
    selectTitledProducts(tenantId)
      .where('held.service_id', '=', subscription ?? invoice)
      .where('held.status', '<>', 'canceled')
      .select(['held.service_id as serviceId', sql<Date>`app.billing_now()`.as('date')]),
  );

/** Ends the purchase that an invoice paid for; returns undefined if none runs. */
export async function endPurchase(tx: DbTransaction, tenantId: string, invoice: string) {
  const held = await findPaidPlan(tx, tenantId, { id: invoice, subscription: null });
  if (!held) return undefined;
  const row = db.updateTable('tenant_products').set(endedNow).where('tenant_id', '=', tenantId);
  await tx.run(row.where('id', '=', held.id));
  return held;
}
