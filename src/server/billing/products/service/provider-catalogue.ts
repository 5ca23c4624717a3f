import { defaultLocale } from '#locales/locales.ts';
import { translateIfKey } from '#locales/translate.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { updateRow } from './logged-rows.ts';

type Product = TableRow<'subscription_products'>;
type Price = TableRow<'subscription_prices'>;

/** Returns the provider's name of a billing period; null for one-time prices. */
export const intervalOf = (billingPeriod: number) =>
  ([null, 'day', 'week', 'month', 'year'] as const)[billingPeriod] ?? null;

/** Returns the product as on receipts and in the portal: translation keys become texts. */
export const toProviderText = <P extends Pick<Product, 'description'>>(product: P): P => ({
  ...product,
  description: translateIfKey(defaultLocale, product.description),
});

type NewProduct = Pick<Product, 'id' | 'title' | 'description'>;
type NewPrice = Pick<Price, 'id' | 'price' | 'currency' | 'billing_period'>;

/** Creates a product at the provider and returns its service id; idempotent for the key. */
export async function createProviderProduct(
  stripe: StripeClient,
  product: NewProduct,
  key = product.id,
) {
  const { id, title, description } = toProviderText(product);
  const made = await stripe.createProduct(
    { title, description, metadata: { productId: id } },
    `product:${key}`,
  );
  return made.id;
}

/** Creates a price of a product at the provider and returns its service id. */
export async function createProviderPrice(
  stripe: StripeClient,
  { product, ...price }: NewPrice & { product: string },
  key = price.id,
) {
  const made = await stripe.createPrice(
    {
      product,
      amount: price.price,
      currency: price.currency,
      interval: intervalOf(price.billing_period),
      metadata: { priceId: price.id },
    },
    `price:${key}`,
  );
  return made.id;
}

/** Creates at the provider every record without a service id. Idempotent. */
export async function createMissingAtProvider({
  database,
  stripe,
}: Pick<AppContext, 'database' | 'stripe'>) {
  const { products, prices } = await readCatalogueRows(database);
  const serviceIds = new Map(products.map(({ id, service_id }) => [id, service_id]));
  for (const product of products.filter(({ service_id }) => service_id === '')) {
    const serviceId = await createProviderProduct(stripe, product);
    serviceIds.set(product.id, serviceId);
    await setServiceId(database, 'subscription_products', product.id, serviceId);
  }
  for (const price of prices.filter(({ service_id }) => service_id === '')) {
    const product = serviceIds.get(price.subscription_product_id) ?? '';
    const serviceId = await createProviderPrice(stripe, { ...price, product });
    await setServiceId(database, 'subscription_prices', price.id, serviceId);
  }
}

/** Reads our catalog, including archived records; the product of each price is in it. */
export const readCatalogueRows = (database: Database) =>
  database.system(async (tx) => {
    // Prices first: a product that is created meanwhile must not come with its prices only.
    const [prices, products] = await Promise.all([
      tx.all(db.selectFrom('subscription_prices').selectAll().orderBy('id')),
      tx.all(db.selectFrom('subscription_products').selectAll().orderBy('tier').orderBy('id')),
    ]);
    return { products, prices };
  });

/** Stores the provider's id of a record. */
export const setServiceId = (
  database: Database,
  ...[table, id, service_id]: [
    table: 'subscription_products' | 'subscription_prices',
    id: string,
    serviceId: string,
  ]
) => database.system((tx) => updateRow(tx, table, { id, values: { service_id } }));
