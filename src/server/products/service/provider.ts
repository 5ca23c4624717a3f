import { defaultLocale } from '#locales/locales.ts';
import { ownText } from '#locales/translate.ts';
import type { Database } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import type { Gateway } from '#server/payments/gateway.ts';

type Product = Row<'subscription_products'>;
type Price = Row<'subscription_prices'>;

/** How the provider names a billing period (section 3); once has none. */
export const intervalOf = (billingPeriod: number) =>
  ([null, 'day', 'week', 'month', 'year'] as const)[billingPeriod] ?? null;

/** Returns what the provider shows of a product, on receipts and in its portal: texts, no keys. */
export const shownThere = <P extends Pick<Product, 'description'>>(product: P): P => ({
  ...product,
  description: ownText(defaultLocale, product.description),
});

type NewProduct = Pick<Product, 'id' | 'title' | 'description'>;
type NewPrice = Pick<Price, 'id' | 'price' | 'currency' | 'billing_period'>;

/** Creates a product at the provider; the key makes a repeated call one product. Its service id. */
export async function createProductThere(gateway: Gateway, product: NewProduct, key = product.id) {
  const { id, title, description } = shownThere(product);
  const made = await gateway.createProduct(
    { title, description, metadata: { productId: id } },
    `product:${key}`,
  );
  return made.id;
}

/** Creates a price of a product that is at the provider. Its service id. */
export async function createPriceThere(
  gateway: Gateway,
  { product, ...price }: NewPrice & { product: string },
  key = price.id,
) {
  const made = await gateway.createPrice(
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

/** Creates at the provider whatever was never there. Safe to repeat. */
export async function createMissing({ database, gateway }: Pick<House, 'database' | 'gateway'>) {
  const { products, prices } = await readRows(database);
  const serviceIds = new Map(products.map(({ id, service_id }) => [id, service_id]));
  for (const product of products.filter(({ service_id }) => service_id === '')) {
    const serviceId = await createProductThere(gateway, product);
    serviceIds.set(product.id, serviceId);
    await setServiceId(database, 'subscription_products', product.id, serviceId);
  }
  for (const price of prices.filter(({ service_id }) => service_id === '')) {
    const product = serviceIds.get(price.subscription_product_id) ?? '';
    const serviceId = await createPriceThere(gateway, { ...price, product });
    await setServiceId(database, 'subscription_prices', price.id, serviceId);
  }
}

/** Our side of the catalogue, archived records too. */
export const readRows = (database: Database) =>
  database.system(async (tx) => {
    const [products, prices] = await Promise.all([
      tx.all(db.selectFrom('subscription_products').selectAll().orderBy('tier').orderBy('id')),
      tx.all(db.selectFrom('subscription_prices').selectAll().orderBy('id')),
    ]);
    return { products, prices };
  });

/** Writes down how the provider names a record. */
export const setServiceId = (
  database: Database,
  ...[table, id, service_id]: [
    table: 'subscription_products' | 'subscription_prices',
    id: string,
    serviceId: string,
  ]
) =>
  database.system((tx) => tx.run(db.updateTable(table).set({ service_id }).where('id', '=', id)));

/** What is not at the provider cannot be changed there; the comparison tells of it. */
export const unlessMissing = (error: unknown) => {
  if (!(error instanceof NotAtProvider)) throw error;
};
