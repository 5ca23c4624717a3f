import { withComputedValue } from '#contract/pricing/computed-features.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { toPriceRecord } from '#server/identity/tenants/service/price-record.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';

type ProductFilter = { activeOnly: boolean };

/** Lists products by tier, with prices by period and currency and features by order (R-PRD-06). */
export const list = (database: Database, seen: ProductFilter) => readProducts(database, seen);

/** Returns a product; 404 for an unknown one, or an inactive one when `activeOnly` is set. */
export const get = async (database: Database, id: string, seen: ProductFilter) =>
  orNotFound((await readProducts(database, { ...seen, id }))[0]);

const readProducts = (database: Database, { activeOnly, id }: ProductFilter & { id?: string }) =>
  database.system(async (tx) => {
    const [products, prices, features] = await Promise.all([
      tx.all(
        db
          .selectFrom('subscription_products')
          .selectAll()
          .$if(id !== undefined, (one) => one.where('id', '=', id ?? ''))
          .orderBy('tier')
          .orderBy('id'),
      ),
      tx.all(
        db
          .selectFrom('subscription_prices')
          .selectAll()
          .$if(id !== undefined, (of) => of.where('subscription_product_id', '=', id ?? ''))
          .orderBy('billing_period')
          .orderBy('currency', 'desc')
          .orderBy('id'),
      ),
      tx.all(
        db
          .selectFrom('subscription_features')
          .selectAll()
          .$if(id !== undefined, (of) => of.where('subscription_product_id', '=', id ?? ''))
          .orderBy('order')
          .orderBy('id'),
      ),
    ]);
    const shown = activeOnly ? prices.filter(({ active }) => active) : prices;
    const pricesOf = Map.groupBy(shown, (price) => price.subscription_product_id);
    const featuresOf = Map.groupBy(features, (feature) => feature.subscription_product_id);
    return products
      .filter(({ active }) => active || !activeOnly)
      .map((product) =>
        toProductRecord(product, {
          prices: pricesOf.get(product.id) ?? [],
          features: featuresOf.get(product.id) ?? [],
        }),
      );
  });

/** Returns a price; 404 for an unknown id. */
export const getPrice = (database: Database, id: string) =>
  database.system(async (tx) =>
    toPriceRecord(orNotFound(await tx.first(selectCatalogueRow('subscription_prices', id)))),
  );

/** Returns a feature; 404 for an unknown id. */
export const getFeature = (database: Database, id: string) =>
  database.system(async (tx) =>
    readFeature(tx, orNotFound(await tx.first(selectCatalogueRow('subscription_features', id)))),
  );

/** Returns the record of a feature, whose value may be a number of its product. */
export async function readFeature(tx: DbTransaction, row: TableRow<'subscription_features'>) {
  const product = selectCatalogueRow('subscription_products', row.subscription_product_id);
  return toFeatureRecord(row, await tx.one(product));
}

type CatalogueTable = 'subscription_products' | 'subscription_prices' | 'subscription_features';

/** Selects a record of the catalogue. */
export const selectCatalogueRow = <T extends CatalogueTable>(table: T, id: string) =>
  sql<TableRow<T>>`select * from ${sql.table(table)} where id = ${id}`;

/** Returns a record of the catalogue for the operator; 404 for an unknown id. */
export const requireCatalogueRow = async <T extends CatalogueTable>(
  database: Database,
  table: T,
  id: string,
) => orNotFound(await database.operator((tx) => tx.first(selectCatalogueRow(table, id))));

/** Returns the price when it and its product are active; otherwise undefined. */
export async function findOfferedPrice(tx: DbTransaction, priceId: string) {
  return tx.first(
    db
      .selectFrom('subscription_prices as price')
      .innerJoin('subscription_products as product', (join) =>
        join.onRef('product.id', '=', 'price.subscription_product_id'),
      )
      .where('price.id', '=', priceId)
      .where('price.active', '=', true)
      .where('product.active', '=', true)
      .selectAll('price'),
  );
}

type ProductParts = {
  prices: TableRow<'subscription_prices'>[];
  features: TableRow<'subscription_features'>[];
};

const toProductRecord = (
  product: TableRow<'subscription_products'>,
  { prices, features }: ProductParts,
): SubscriptionProduct => ({
  id: product.id,
  serviceId: product.service_id,
  tier: product.tier,
  title: product.title,
  description: product.description,
  badge: product.badge,
  active: product.active,
  image: product.image,
  maxUsers: product.max_users,
  maxTransactions: product.max_transactions,
  maxStorage: product.max_storage,
  auditDays: product.audit_days,
  prices: prices.map(toPriceRecord),
  features: features.map((feature) => toFeatureRecord(feature, product)),
});

const toFeatureRecord = (
  feature: TableRow<'subscription_features'>,
  product: TableRow<'subscription_products'>,
) =>
  withComputedValue(
    {
      id: feature.id,
      subscriptionProductId: feature.subscription_product_id,
      order: feature.order,
      key: feature.key,
      value: feature.value,
      translateInFrontend: feature.translate_in_frontend,
      included: feature.included,
    },
    { maxUsers: product.max_users, auditDays: product.audit_days },
  );
