import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, type TableRow } from '#server/platform/database/query.ts';
import { ignoreMissing } from '#server/platform/stripe/connection.ts';
import { requireCatalogueRow, selectCatalogueRow } from './list.ts';
import { deleteRow, updateRow } from './logged-rows.ts';

/** Deletes a product with its prices, or archives one in use (R-PRD-04); at Stripe always archives. */
export async function remove(context: AppContext, id: string) {
  const { database, stripe } = context;
  const { product, prices, inUse } = await database.operator((tx) => lockProduct(tx, id));
  if (product.service_id !== '') {
    await stripe.archiveProduct(product.service_id).catch(ignoreMissing);
  }
  if (!inUse) await archiveAtProvider(context, prices);
  await database.operator(async (tx) => {
    const locked = await lockProduct(tx, id);
    if (locked.inUse) {
      await updateRow(tx, 'subscription_products', { id, values: { active: false } });
      return;
    }
    const features = await tx.all(
      db.selectFrom('subscription_features').select('id').where('subscription_product_id', '=', id),
    );
    for (const feature of features) await deleteRow(tx, 'subscription_features', feature.id);
    for (const price of locked.prices) await deleteRow(tx, 'subscription_prices', price.id);
    await deleteRow(tx, 'subscription_products', id);
  });
  context.pageInvalidation.publish();
}

/** Deletes a price, or archives it when an organization pays or paid it (R-PRD-04). */
export async function removePrice(context: AppContext, id: string) {
  const { database } = context;
  const price = await requireCatalogueRow(database, 'subscription_prices', id);
  await archiveAtProvider(context, [price]);
  await database.operator(async (tx) => {
    const query = db.selectFrom('subscription_prices').selectAll().where('id', '=', id).forUpdate();
    const prices = await tx.all(query);
    const archives = await arePricesInUse(tx, prices);
    if (archives) await updateRow(tx, 'subscription_prices', { id, values: { active: false } });
    else await deleteRow(tx, 'subscription_prices', id);
  });
  context.pageInvalidation.publish();
}

/** Deletes a feature; 404 for an unknown id. */
export async function removeFeature(context: AppContext, id: string) {
  await context.database.operator(async (tx) => {
    if (!(await deleteRow(tx, 'subscription_features', id))) throw new Failure('notFound');
  });
  context.pageInvalidation.publish();
}

type Price = TableRow<'subscription_prices'>;

async function archiveAtProvider({ stripe }: AppContext, prices: Price[]) {
  for (const { service_id } of prices) {
    if (service_id !== '') await stripe.archivePrice(service_id).catch(ignoreMissing);
  }
}

/** Locks the prices of a product, so that no organization starts to use them meanwhile. */
async function lockProduct(tx: DbTransaction, id: string) {
  const product = orNotFound(await tx.first(selectCatalogueRow('subscription_products', id)));
  const prices = await tx.all(
    db
      .selectFrom('subscription_prices')
      .selectAll()
      .where('subscription_product_id', '=', id)
      .orderBy('id')
      .forUpdate(),
  );
  return { product, prices, inUse: await arePricesInUse(tx, prices) };
}

async function arePricesInUse(tx: DbTransaction, prices: Price[]) {
  if (prices.length === 0) return false;
  const used = await tx.first(
    db
      .selectFrom('tenant_products')
      .select('id')
      .where(
        'subscription_price_id',
        'in',
        prices.map(({ id }) => id),
      )
      .limit(1),
  );
  return used !== undefined;
}
