import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { db, orNotFound, type TableRow } from '#server/database/query.ts';
import { ignoreMissing } from '#server/payments/stripe/connection.ts';
import { requireCatalogueRow, selectCatalogueRow } from './list.ts';

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
    await tx.run(
      locked.inUse
        ? db.updateTable('subscription_products').set({ active: false }).where('id', '=', id)
        : db.deleteFrom('subscription_products').where('id', '=', id),
    );
  });
  context.catalogInvalidation.publish();
}

/** Deletes a price, or archives it when an organization pays or paid it (R-PRD-04). */
export async function removePrice(context: AppContext, id: string) {
  const { database } = context;
  const price = await requireCatalogueRow(database, 'subscription_prices', id);
  await archiveAtProvider(context, [price]);
  await database.operator(async (tx) => {
    const query = db.selectFrom('subscription_prices').selectAll().where('id', '=', id).forUpdate();
    const prices = await tx.all(query);
    await tx.run(
      (await arePricesInUse(tx, prices))
        ? db.updateTable('subscription_prices').set({ active: false }).where('id', '=', id)
        : db.deleteFrom('subscription_prices').where('id', '=', id),
    );
  });
  context.catalogInvalidation.publish();
}

/** Deletes a feature; 404 for an unknown id. */
export async function removeFeature(context: AppContext, id: string) {
  await context.database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('subscription_features').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });
  context.catalogInvalidation.publish();
}

type Price = TableRow<'subscription_prices'>;

const archiveAtProvider = async ({ stripe }: AppContext, prices: Price[]) => {
  for (const { service_id } of prices) {
    if (service_id !== '') await stripe.archivePrice(service_id).catch(ignoreMissing);
  }
};

/** Locks the prices of a product, so that no organization starts to use them meanwhile. */
const lockProduct = async (tx: DbTransaction, id: string) => {
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
};

const arePricesInUse = async (tx: DbTransaction, prices: Price[]) => {
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
};
