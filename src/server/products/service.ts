import { defaultProducts, type DefaultProduct } from '#contract/default-pricing.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { db, sql, statement, type Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';

/** Products by tier; prices by period and currency, features by order (section 9). */
export const list = (database: Database, { activeOnly }: { activeOnly: boolean }) =>
  database.system(async (tx) => {
    const [products, prices, features] = await Promise.all([
      tx.all(db.selectFrom('subscription_products').selectAll().orderBy('tier').orderBy('id')),
      tx.all(
        db
          .selectFrom('subscription_prices')
          .selectAll()
          .orderBy('billing_period')
          .orderBy('currency', 'desc')
          .orderBy('id'),
      ),
      tx.all(db.selectFrom('subscription_features').selectAll().orderBy('order').orderBy('id')),
    ]);
    return products
      .filter(({ active }) => active || !activeOnly)
      .map((product) => presentProduct(product, { prices, features, activeOnly }));
  });

/** The price with its product, when both are on offer; otherwise undefined. */
export async function findOffered(tx: Transaction, priceId: string) {
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

/**
 * Gives a new instance the default products (section 3), and creates at the provider whatever is
 * not there yet. Safe to repeat: the provider knows each record by its idempotency key.
 */
export async function ensureProducts({ database, gateway }: Pick<House, 'database' | 'gateway'>) {
  await database.system(async (tx) => {
    await tx.all(statement(sql`select pg_advisory_xact_lock(hashtext('default products'))`));
    const some = await tx.first(db.selectFrom('subscription_products').select('id').limit(1));
    if (!some) for (const product of defaultProducts) await insertProduct(tx, product);
  });
  const [products, prices] = await database.system((tx) =>
    Promise.all([
      tx.all(db.selectFrom('subscription_products').selectAll().where('service_id', '=', '')),
      tx.all(db.selectFrom('subscription_prices').selectAll().where('service_id', '=', '')),
    ]),
  );
  for (const { id, title, description } of products) {
    const created = await gateway.createProduct(
      { title, description, metadata: { productId: id } },
      `product:${id}`,
    );
    await setServiceId(database, 'subscription_products', { id, service_id: created.id });
  }
  for (const price of prices) {
    const product = await database.system((tx) =>
      tx.one(
        db
          .selectFrom('subscription_products')
          .select('service_id')
          .where('id', '=', price.subscription_product_id),
      ),
    );
    const created = await gateway.createPrice(
      {
        product: product.service_id,
        amount: price.price,
        currency: price.currency,
        interval: intervalOf[price.billing_period] ?? null,
        metadata: { priceId: price.id },
      },
      `price:${price.id}`,
    );
    await setServiceId(database, 'subscription_prices', { id: price.id, service_id: created.id });
  }
}

/** How the provider names a billing period (section 3); once has none. */
const intervalOf = [null, 'day', 'week', 'month', 'year'] as const;

const setServiceId = (
  database: Database,
  table: 'subscription_products' | 'subscription_prices',
  { id, service_id }: { id: string; service_id: string },
) =>
  database.system((tx) => tx.run(db.updateTable(table).set({ service_id }).where('id', '=', id)));

const insertProduct = async (tx: Transaction, { prices, features, ...product }: DefaultProduct) => {
  const { id } = await tx.one(
    db
      .insertInto('subscription_products')
      .values({
        tier: product.tier,
        title: product.title,
        description: product.description,
        badge: product.badge,
        active: product.active,
        image: product.image,
        max_users: product.maxUsers,
      })
      .returning('id'),
  );
  await tx.run(
    db.insertInto('subscription_prices').values(
      prices.map((price) => ({
        subscription_product_id: id,
        type: price.type,
        billing_period: price.billingPeriod,
        price: toMinor(price.price),
        currency: price.currency,
        trial_days: price.trialDays,
        active: price.active,
      })),
    ),
  );
  await tx.run(
    db.insertInto('subscription_features').values(
      features.map(({ translateInFrontend, ...feature }) => ({
        ...feature,
        subscription_product_id: id,
        translate_in_frontend: translateInFrontend,
      })),
    ),
  );
};

type Parts = {
  prices: Row<'subscription_prices'>[];
  features: Row<'subscription_features'>[];
  activeOnly: boolean;
};

const presentProduct = (
  product: Row<'subscription_products'>,
  { prices, features, activeOnly }: Parts,
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
  prices: prices
    .filter((price) => price.subscription_product_id === product.id)
    .filter(({ active }) => active || !activeOnly)
    .map(presentPrice),
  features: features
    .filter((feature) => feature.subscription_product_id === product.id)
    .map(presentFeature),
});

/** A price as the wire knows it: decimals, enum numbers. */
export const presentPrice = (price: Row<'subscription_prices'>): SubscriptionPrice => ({
  id: price.id,
  serviceId: price.service_id,
  subscriptionProductId: price.subscription_product_id,
  type: price.type as SubscriptionPrice['type'],
  billingPeriod: price.billing_period as SubscriptionPrice['billingPeriod'],
  price: fromMinor(price.price),
  priceBefore: price.price_before === null ? null : fromMinor(price.price_before),
  currency: price.currency as SubscriptionPrice['currency'],
  trialDays: price.trial_days,
  active: price.active,
});

const presentFeature = (feature: Row<'subscription_features'>) => ({
  id: feature.id,
  subscriptionProductId: feature.subscription_product_id,
  order: feature.order,
  key: feature.key,
  value: feature.value,
  translateInFrontend: feature.translate_in_frontend,
  included: feature.included,
});
