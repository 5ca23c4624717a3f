import { Failure } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { byId, found } from './list.ts';
import { unlessMissing } from './provider.ts';

/**
 * Deletes a product with its prices, or archives it when an organization has or had it (R-PRD-04).
 * At the provider it is archived in both cases: Stripe doesn't delete products with prices.
 */
export async function remove(house: House, id: string) {
  const { database, gateway } = house;
  const { product, prices, inUse } = await database.operator((tx) => lockProduct(tx, id));
  if (product.service_id !== '') {
    await gateway.archiveProduct(product.service_id).catch(unlessMissing);
  }
  if (!inUse) await archiveThere(house, prices);
  await database.operator(async (tx) => {
    const locked = await lockProduct(tx, id);
    await tx.run(
      locked.inUse
        ? db.updateTable('subscription_products').set({ active: false }).where('id', '=', id)
        : db.deleteFrom('subscription_products').where('id', '=', id),
    );
  });
  house.catalogueNews.tell();
}

/** Deletes a price, or archives it when an organization pays or paid it (R-PRD-04). */
export async function removePrice(house: House, id: string) {
  const { database } = house;
  const price = found(await database.operator((tx) => tx.first(byId('subscription_prices', id))));
  await archiveThere(house, [price]);
  await database.operator(async (tx) => {
    const query = db.selectFrom('subscription_prices').selectAll().where('id', '=', id).forUpdate();
    const prices = await tx.all(query);
    await tx.run(
      (await isInUse(tx, prices))
        ? db.updateTable('subscription_prices').set({ active: false }).where('id', '=', id)
        : db.deleteFrom('subscription_prices').where('id', '=', id),
    );
  });
  house.catalogueNews.tell();
}

/** Deletes a feature; 404 for an unknown id. */
export async function removeFeature(house: House, id: string) {
  await house.database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('subscription_features').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });
  house.catalogueNews.tell();
}

type Price = Row<'subscription_prices'>;

const archiveThere = async ({ gateway }: House, prices: Price[]) => {
  for (const { service_id } of prices) {
    if (service_id !== '') await gateway.archivePrice(service_id).catch(unlessMissing);
  }
};

/**
 * Locks the prices of a product, so that no organization starts to use them before this transaction
 * ends.
 */
const lockProduct = async (tx: Transaction, id: string) => {
  const product = found(await tx.first(byId('subscription_products', id)));
  const prices = await tx.all(
    db
      .selectFrom('subscription_prices')
      .selectAll()
      .where('subscription_product_id', '=', id)
      .orderBy('id')
      .forUpdate(),
  );
  return { product, prices, inUse: await isInUse(tx, prices) };
};

const isInUse = async (tx: Transaction, prices: Price[]) => {
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
