import { randomUUIDv7 } from 'node:crypto';
import type { FeatureInput, PriceInput, ProductInput } from '#contract/catalogue.ts';
import { Failure } from '#contract/errors.ts';
import { toMinor } from '#contract/money.ts';
import { numberFieldOf } from '#contract/pricing/computed-features.ts';
import { toPriceRecord } from '#server/identity/tenants/service/price-record.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { orNotFound, type TableRow } from '#server/platform/database/query.ts';
import { storePicture } from '#server/platform/files/pictures.ts';
import type { ProviderPrice } from '#server/platform/stripe/catalogue.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';
import { get, readFeature, requireCatalogueRow, selectCatalogueRow } from './list.ts';
import { insertRows } from './logged-rows.ts';
import {
  createProviderPrice,
  createProviderProduct,
  intervalOf,
  setServiceId,
} from './provider-catalogue.ts';

type NewProduct = ProductInput & { prices: PriceInput[]; features: FeatureInput[] };
type ProductReference = { subscriptionProductId: string };

/** Creates a product with prices and features, at the provider first; a failure undoes everything. */
export async function create(context: AppContext, { prices, features, ...product }: NewProduct) {
  const { database, stripe, storage } = context;
  const id = randomUUIDv7();
  const image =
    product.image === null
      ? ''
      : (await storePicture(storage, product.image, { sender: 'operator' })).address;
  await archiveOnFailure(stripe, async (made) => {
    const { title, description } = product;
    const service_id = product.serviceId
      ? (await stripe.retrieveProduct(product.serviceId)).id
      : made.product(await createProviderProduct(stripe, { id, title, description }));
    const rows: NewPriceRow[] = [];
    for (const price of prices)
      rows.push(await createPriceRow(stripe, { price, id, service_id, made }));
    await database.operator(async (tx) => {
      const values = { id, ...toProductRow(product), service_id, image };
      await insertRows(tx, 'subscription_products', [values]);
      await insertRows(tx, 'subscription_prices', rows);
      for (const feature of features)
        await insertFeature(tx, { ...feature, subscriptionProductId: id });
    });
  });
  context.pageInvalidation.publish();
  return get(database, id, { activeOnly: false });
}

/** Adds a price to a product, at the provider first; 404 for an unknown product. */
export async function createPrice(
  context: AppContext,
  { subscriptionProductId, ...price }: PriceInput & ProductReference,
) {
  const [made] = await createPrices(context, { subscriptionProductId, prices: [price] });
  return orNotFound(made);
}

/** Adds prices to a product, all or none, at the provider first; 404 for an unknown product. */
export async function createPrices(
  context: AppContext,
  { subscriptionProductId, prices }: { prices: PriceInput[] } & ProductReference,
) {
  const { database, stripe } = context;
  const productId = subscriptionProductId;
  const product = await requireCatalogueRow(database, 'subscription_products', productId);
  const rows = await archiveOnFailure(stripe, async (made) => {
    if (product.service_id === '') {
      product.service_id = await createProviderProduct(stripe, product);
      await setServiceId(database, 'subscription_products', product.id, product.service_id);
    }
    const { id, service_id } = product;
    const values: NewPriceRow[] = [];
    for (const price of prices)
      values.push(await createPriceRow(stripe, { price, id, service_id, made }));
    return database.operator((tx) => insertRows(tx, 'subscription_prices', values));
  });
  context.pageInvalidation.publish();
  return rows.map(toPriceRecord);
}

/** Adds a feature to a product; 404 for an unknown product. */
export async function createFeature(context: AppContext, feature: FeatureInput & ProductReference) {
  const record = await context.database.operator(async (tx) => {
    orNotFound(
      await tx.first(selectCatalogueRow('subscription_products', feature.subscriptionProductId)),
    );
    return readFeature(tx, await insertFeature(tx, feature));
  });
  context.pageInvalidation.publish();
  return record;
}

/** Converts the form of a product to its row. */
export const toProductRow = (product: ProductInput) => ({
  tier: product.tier,
  title: product.title,
  description: product.description,
  badge: product.badge,
  active: product.active,
  max_users: product.maxUsers,
  max_transactions: product.maxTransactions,
  max_storage: product.maxStorage,
  audit_days: product.auditDays,
});

/** Converts the form of a feature to its row; a value that is computed on reading isn't stored. */
export const toFeatureRow = (feature: FeatureInput) => ({
  order: feature.order,
  key: feature.key,
  value: numberFieldOf(feature) ? null : feature.value,
  translate_in_frontend: feature.translateInFrontend,
  included: feature.included,
});

type CreatedRecords = {
  product: (serviceId: string) => string;
  price: (serviceId: string) => string;
};

/** Archives what was created at the provider if the work fails: Stripe keeps products with prices. */
async function archiveOnFailure<T>(
  stripe: StripeClient,
  work: (made: CreatedRecords) => Promise<T>,
): Promise<T> {
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
      ...prices.map((serviceId) => stripe.archivePrice(serviceId)),
      ...products.map((serviceId) => stripe.archiveProduct(serviceId)),
    ];
    await Promise.allSettled(undoing);
    if (isDuplicateServiceId(error) || error instanceof ResourceMissing) {
      throw unknownServiceId();
    }
    throw error;
  }
}

const unknownServiceId = () =>
  new Failure('validation', { fields: { serviceId: ['field.invalid'] } });

const isDuplicateServiceId = (error: unknown) =>
  isUniqueViolation(error, 'subscription_products_service_id_key') ||
  isUniqueViolation(error, 'subscription_prices_service_id_key');

type NewPrice = { price: PriceInput; id: string; service_id: string; made: CreatedRecords };

/** Builds the row of a price; creates it at the provider unless a service id is given (R-PRD-03). */
async function createPriceRow(stripe: StripeClient, { price, id, service_id, made }: NewPrice) {
  const row = {
    id: randomUUIDv7(),
    subscription_product_id: id,
    type: price.type,
    billing_period: price.billingPeriod,
    price: toMinor(price.price, price.currency),
    price_before: price.priceBefore === null ? null : toMinor(price.priceBefore, price.currency),
    currency: price.currency,
    trial_days: price.trialDays,
    active: price.active,
  };
  if (price.serviceId === '') {
    const there = made.price(await createProviderPrice(stripe, { ...row, product: service_id }));
    return { ...row, service_id: there };
  }
  assertSamePrice(await stripe.retrievePrice(price.serviceId), { ...row, product: service_id });
  return { ...row, service_id: price.serviceId };
}

/** Throws when the given price of the provider would charge something other than shown. */
function assertSamePrice(there: ProviderPrice, row: PriceTerms & { product: string }) {
  const isSame =
    there.product === row.product &&
    there.amount === row.price &&
    there.currency === row.currency &&
    there.interval === intervalOf(row.billing_period);
  if (!isSame) throw unknownServiceId();
}

type PriceTerms = Pick<TableRow<'subscription_prices'>, 'price' | 'currency' | 'billing_period'>;

type NewPriceRow = Awaited<ReturnType<typeof createPriceRow>>;

async function insertFeature(tx: DbTransaction, feature: FeatureInput & ProductReference) {
  const subscription_product_id = feature.subscriptionProductId;
  const values = { ...toFeatureRow(feature), subscription_product_id };
  const [row] = await insertRows(tx, 'subscription_features', [values]);
  return orNotFound(row);
}
