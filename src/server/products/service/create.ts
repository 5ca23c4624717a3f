import { randomUUIDv7 } from 'node:crypto';
import type { FeatureInput, PriceInput, ProductInput } from '#contract/catalogue.ts';
import { Failure } from '#contract/errors.ts';
import { toMinor } from '#contract/money.ts';
import type { Transaction } from '#server/database/database.ts';
import { isUniqueViolation } from '#server/database/errors.ts';
import { db, type Row } from '#server/database/query.ts';
import { storePicture } from '#server/files/pictures.ts';
import type { House } from '#server/house.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import type { ProviderPrice } from '#server/payments/gateway-catalogue.ts';
import type { Gateway } from '#server/payments/gateway.ts';
import { byId, found, get, presentFeature, presentPrice } from './list.ts';
import { createPriceThere, createProductThere, intervalOf, setServiceId } from './provider.ts';

type NewProduct = ProductInput & { prices: PriceInput[]; features: FeatureInput[] };
type OfProduct = { subscriptionProductId: string };

/**
 * Creates a product with its prices and features, at the provider first. A failure undoes
 * everything.
 */
export async function create(house: House, { prices, features, ...product }: NewProduct) {
  const { database, gateway, storage } = house;
  const id = randomUUIDv7();
  const image =
    product.image === null
      ? ''
      : await storePicture(storage, product.image, { sender: 'operator' });
  await undoneIfRefused(gateway, async (made) => {
    const { title, description } = product;
    const service_id = product.serviceId
      ? (await gateway.retrieveProduct(product.serviceId)).id
      : made.product(await createProductThere(gateway, { id, title, description }));
    const rows: PriceRow[] = [];
    for (const price of prices)
      rows.push(await createThere(gateway, { price, id, service_id, made }));
    await database.operator(async (tx) => {
      await tx.run(
        db
          .insertInto('subscription_products')
          .values({ id, ...productRow(product), service_id, image }),
      );
      await insertPrices(tx, rows);
      for (const feature of features)
        await insertFeature(tx, { ...feature, subscriptionProductId: id });
    });
  });
  house.catalogueNews.tell();
  return get(database, id, { activeOnly: false });
}

/** Adds a price to a product, at the provider first; 404 for an unknown product. */
export async function createPrice(
  house: House,
  { subscriptionProductId, ...price }: PriceInput & OfProduct,
) {
  const { database, gateway } = house;
  const product = found(
    await database.operator((tx) => tx.first(byId('subscription_products', subscriptionProductId))),
  );
  const row = await undoneIfRefused(gateway, async (made) => {
    if (product.service_id === '') {
      product.service_id = await createProductThere(gateway, product);
      await setServiceId(database, 'subscription_products', product.id, product.service_id);
    }
    const { id, service_id } = product;
    const values = await createThere(gateway, { price, id, service_id, made });
    return database.operator((tx) => insertPrices(tx, [values]));
  });
  house.catalogueNews.tell();
  return presentPrice(found(row[0]));
}

/** Adds a feature to a product; 404 for an unknown product. */
export async function createFeature(house: House, feature: FeatureInput & OfProduct) {
  const row = await house.database.operator(async (tx) => {
    found(await tx.first(byId('subscription_products', feature.subscriptionProductId)));
    return insertFeature(tx, feature);
  });
  house.catalogueNews.tell();
  return presentFeature(row);
}

/** Converts the form of a product to its row. */
export const productRow = ({
  tier,
  title,
  description,
  badge,
  active,
  maxUsers,
}: ProductInput) => ({
  tier,
  title,
  description,
  badge,
  active,
  max_users: maxUsers,
});

/** Converts the form of a feature to its row. */
export const featureRow = ({ order, key, value, translateInFrontend, included }: FeatureInput) => ({
  order,
  key,
  value,
  translate_in_frontend: translateInFrontend,
  included,
});

type Made = { product: (serviceId: string) => string; price: (serviceId: string) => string };

/**
 * Archives what was created at the provider when the work fails: Stripe doesn't delete products
 * with prices.
 */
async function undoneIfRefused<T>(gateway: Gateway, work: (made: Made) => Promise<T>): Promise<T> {
  const products: string[] = [];
  const prices: string[] = [];
  const noted = (list: string[]) => (serviceId: string) => {
    list.push(serviceId);
    return serviceId;
  };
  try {
    return await work({ product: noted(products), price: noted(prices) });
  } catch (error) {
    // The first error is thrown; anything left active at the provider appears in the comparison.
    const undoing = [
      ...prices.map((serviceId) => gateway.archivePrice(serviceId)),
      ...products.map((serviceId) => gateway.archiveProduct(serviceId)),
    ];
    await Promise.allSettled(undoing);
    if (namesAnother(error) || error instanceof NotAtProvider) {
      throw unknownServiceId();
    }
    throw error;
  }
}

const unknownServiceId = () =>
  new Failure('validation', { fields: { serviceId: ['field.invalid'] } });

/** Returns true when another record has the given service id. */
const namesAnother = (error: unknown) =>
  isUniqueViolation(error, 'subscription_products_service_id_key') ||
  isUniqueViolation(error, 'subscription_prices_service_id_key');

type NewPrice = { price: PriceInput; id: string; service_id: string; made: Made };

/**
 * Builds the row of a price; creates the price at the provider unless a service id is given
 * (R-PRD-03).
 */
async function createThere(gateway: Gateway, { price, id, service_id, made }: NewPrice) {
  const row = {
    id: randomUUIDv7(),
    subscription_product_id: id,
    type: price.type,
    billing_period: price.billingPeriod,
    price: toMinor(price.price),
    price_before: price.priceBefore === null ? null : toMinor(price.priceBefore),
    currency: price.currency,
    trial_days: price.trialDays,
    active: price.active,
  };
  if (price.serviceId === '') {
    const there = made.price(await createPriceThere(gateway, { ...row, product: service_id }));
    return { ...row, service_id: there };
  }
  assertSamePrice(await gateway.retrievePrice(price.serviceId), { ...row, product: service_id });
  return { ...row, service_id: price.serviceId };
}

/** Throws when the given price of the provider would charge something other than shown. */
function assertSamePrice(there: ProviderPrice, row: NewRow & { product: string }) {
  const isSame =
    there.product === row.product &&
    there.amount === row.price &&
    there.currency === row.currency &&
    there.interval === intervalOf(row.billing_period);
  if (!isSame) throw unknownServiceId();
}

type NewRow = Pick<Row<'subscription_prices'>, 'price' | 'currency' | 'billing_period'>;

type PriceRow = Awaited<ReturnType<typeof createThere>>;

const insertPrices = async (tx: Transaction, rows: PriceRow[]) =>
  rows.length === 0 ? [] : tx.all(db.insertInto('subscription_prices').values(rows).returningAll());

const insertFeature = (tx: Transaction, feature: FeatureInput & OfProduct) =>
  tx.one(
    db
      .insertInto('subscription_features')
      .values({ ...featureRow(feature), subscription_product_id: feature.subscriptionProductId })
      .returningAll(),
  );
