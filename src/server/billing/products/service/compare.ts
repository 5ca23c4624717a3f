import type { CatalogueDifference } from '#contract/catalogue.ts';
import { compareCoupons, repairCoupon } from '#server/billing/coupons/service/compare.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { TableRow } from '#server/platform/database/query.ts';
import type { ProviderPrice, ProviderProduct } from '#server/platform/stripe/catalogue.ts';
import {
  createProviderPrice,
  createProviderProduct,
  intervalOf,
  readCatalogueRows,
  setServiceId,
  toProviderText,
} from './provider-catalogue.ts';

type Product = TableRow<'subscription_products'>;
type Price = TableRow<'subscription_prices'>;
type Difference = CatalogueDifference;

/** Returns the differences between our catalog and the provider's; ours is authoritative. */
export async function compareCatalogue(context: AppContext): Promise<Difference[]> {
  const { database, stripe } = context;
  const [here, there] = await Promise.all([readCatalogueRows(database), stripe.listCatalogue()]);
  const title = (of: string) => here.products.find(({ id }) => id === of)?.title ?? '';
  return [
    ...here.products.flatMap((product) =>
      differencesOfProduct(
        product,
        there.products.find(({ id }) => id === product.service_id),
      ),
    ),
    ...here.prices.flatMap((price) =>
      differencesOfPrice(
        { ...price, title: title(price.subscription_product_id) },
        there.prices.find(({ id }) => id === price.service_id),
      ),
    ),
    ...unknownRecords('product', here.products, there.products),
    ...unknownRecords('price', here.prices, there.prices),
    ...(await compareCoupons(context, here.products)),
  ];
}

/** Makes the provider's catalog equal to ours; returns the differences that it can't change. */
export async function repairCatalogue(context: AppContext): Promise<Difference[]> {
  // `compare` lists products before prices and coupons, which need the product's id.
  const differences = await compareCatalogue(context);
  const details = { differences: differences.length };
  await context.database.operator((tx) =>
    recordAuditEvent(tx, { action: 'catalogue.repaired', details }),
  );
  for (const difference of differences) await repairDifference(context, difference);
  return compareCatalogue(context);
}

async function repairDifference(context: AppContext, difference: Difference) {
  const { kind, id, serviceId, problem } = difference;
  const { stripe } = context;
  if (problem === 'fixed') return;
  if (kind === 'coupon') return repairCoupon(context, difference);
  if (problem === 'unknown') {
    await (kind === 'product' ? stripe.archiveProduct : stripe.archivePrice)(serviceId);
    return;
  }
  const { products, prices } = await readCatalogueRows(context.database);
  if (kind === 'product') {
    const product = products.find((one) => one.id === id);
    if (product) await repairProduct(context, product, problem);
    return;
  }
  const price = prices.find((one) => one.id === id);
  const product = products.find((one) => one.id === price?.subscription_product_id);
  if (price && product)
    await repairPrice(context, { ...price, product: product.service_id }, problem);
}

async function repairProduct({ database, stripe }: AppContext, product: Product, problem: string) {
  if (problem === 'differs')
    return stripe.updateProduct(product.service_id, toProviderText(product));
  // A new idempotency key: the key of the first creation would return the deleted product.
  const key = `${product.id}:${product.service_id}`;
  const serviceId = await createProviderProduct(stripe, product, key);
  await setServiceId(database, 'subscription_products', product.id, serviceId);
  if (!product.active) await stripe.archiveProduct(serviceId);
}

async function repairPrice(
  { database, stripe }: AppContext,
  price: Price & { product: string },
  problem: string,
) {
  if (problem === 'differs') {
    return (price.active ? stripe.restorePrice : stripe.archivePrice)(price.service_id);
  }
  const key = `${price.id}:${price.service_id}`;
  const serviceId = await createProviderPrice(stripe, price, key);
  await setServiceId(database, 'subscription_prices', price.id, serviceId);
  if (!price.active) await stripe.archivePrice(serviceId);
}

function differencesOfProduct(row: Product, there: ProviderProduct | undefined): Difference[] {
  const here = toProviderText(row);
  const about = recordOf('product', here);
  if (!there) return [{ ...about, ...missingRecord }];
  return (['title', 'description', 'active'] as const)
    .filter((field) => here[field] !== there[field])
    .map((field) => ({
      ...about,
      problem: 'differs',
      field,
      here: String(here[field]),
      there: String(there[field]),
    }));
}

function differencesOfPrice(
  here: Price & { title: string },
  there: ProviderPrice | undefined,
): Difference[] {
  const about = recordOf('price', here);
  if (!there) return [{ ...about, ...missingRecord }];
  const fields = [
    ['active', 'differs', here.active, there.active],
    ['price', 'fixed', here.price, there.amount],
    ['currency', 'fixed', here.currency, there.currency],
    ['billingPeriod', 'fixed', intervalOf(here.billing_period) ?? 'once', there.interval ?? 'once'],
  ] as const;
  return fields
    .filter(([, , ours, theirs]) => ours !== theirs)
    .map(([field, problem, ours, theirs]) => ({
      ...about,
      problem,
      field,
      here: String(ours),
      there: String(theirs),
    }));
}

const recordOf = (
  kind: Difference['kind'],
  { id, service_id: serviceId, title }: Pick<Product, 'id' | 'service_id' | 'title'>,
) => ({ kind, id, serviceId, title });

const missingRecord = { problem: 'missing', field: null, here: null, there: null } as const;

/** Returns active records that we created at the provider and that are missing here. */
function unknownRecords(
  kind: 'product' | 'price',
  ours: { service_id: string }[],
  theirs: (ProviderProduct | ProviderPrice)[],
): Difference[] {
  const known = new Set(ours.map(({ service_id }) => service_id));
  return theirs
    .filter(({ id, active, metadata }) => active && !known.has(id) && `${kind}Id` in metadata)
    .map((one) => ({
      kind,
      id: null,
      serviceId: one.id,
      title: 'title' in one ? one.title : '',
      ...missingRecord,
      problem: 'unknown',
    }));
}
