import type { CatalogueDifference } from '#contract/catalogue.ts';
import { audit } from '#server/database/audit.ts';
import type { Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { ProviderPrice, ProviderProduct } from '#server/payments/gateway-catalogue.ts';
import {
  createPriceThere,
  createProductThere,
  intervalOf,
  readRows,
  setServiceId,
  shownThere,
} from './provider.ts';

type Product = Row<'subscription_products'>;
type Price = Row<'subscription_prices'>;
type Found = CatalogueDifference;

/** Returns the differences between our catalogue and the provider's; ours is authoritative. */
export async function compare({ database, gateway }: House): Promise<Found[]> {
  const [here, there] = await Promise.all([readRows(database), gateway.listCatalogue()]);
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
    ...unknownOf('product', here.products, there.products),
    ...unknownOf('price', here.prices, there.prices),
  ];
}

/**
 * Makes the provider's catalogue equal to ours: creates, corrects and archives. Returns the
 * differences that remain because the provider can't change them.
 */
export async function repair(house: House): Promise<Found[]> {
  // `compare` lists products before prices, which need the product's id.
  const differences = await compare(house);
  const details = { differences: differences.length };
  await house.database.operator((tx) => audit(tx, { action: 'catalogue.repaired', details }));
  for (const difference of differences) await repairOne(house, difference);
  return compare(house);
}

async function repairOne(house: House, difference: Found) {
  const { kind, id, serviceId, problem } = difference;
  const { gateway } = house;
  if (problem === 'fixed') return;
  if (problem === 'unknown') {
    await (kind === 'product' ? gateway.archiveProduct : gateway.archivePrice)(serviceId);
    return;
  }
  const { products, prices } = await readRows(house.database);
  if (kind === 'product') {
    const product = products.find((one) => one.id === id);
    if (product) await repairProduct(house, product, problem);
    return;
  }
  const price = prices.find((one) => one.id === id);
  const product = products.find((one) => one.id === price?.subscription_product_id);
  if (price && product)
    await repairPrice(house, { ...price, product: product.service_id }, problem);
}

async function repairProduct({ database, gateway }: House, product: Product, problem: string) {
  if (problem === 'differs') return gateway.updateProduct(product.service_id, shownThere(product));
  // A new idempotency key: the key of the first creation would return the deleted product.
  const key = `${product.id}:${product.service_id}`;
  const serviceId = await createProductThere(gateway, product, key);
  await setServiceId(database, 'subscription_products', product.id, serviceId);
  if (!product.active) await gateway.archiveProduct(serviceId);
}

async function repairPrice(
  { database, gateway }: House,
  price: Price & { product: string },
  problem: string,
) {
  if (problem === 'differs') {
    return (price.active ? gateway.restorePrice : gateway.archivePrice)(price.service_id);
  }
  const key = `${price.id}:${price.service_id}`;
  const serviceId = await createPriceThere(gateway, price, key);
  await setServiceId(database, 'subscription_prices', price.id, serviceId);
  if (!price.active) await gateway.archivePrice(serviceId);
}

const differencesOfProduct = (row: Product, there: ProviderProduct | undefined): Found[] => {
  const here = shownThere(row);
  const about = {
    kind: 'product' as const,
    id: here.id,
    serviceId: here.service_id,
    title: here.title,
  };
  if (!there) return [{ ...about, ...missing }];
  return (['title', 'description', 'active'] as const)
    .filter((field) => here[field] !== there[field])
    .map((field) => ({
      ...about,
      problem: 'differs',
      field,
      here: String(here[field]),
      there: String(there[field]),
    }));
};

const differencesOfPrice = (
  here: Price & { title: string },
  there: ProviderPrice | undefined,
): Found[] => {
  const about = {
    kind: 'price' as const,
    id: here.id,
    serviceId: here.service_id,
    title: here.title,
  };
  if (!there) return [{ ...about, ...missing }];
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
};

const missing = { problem: 'missing', field: null, here: null, there: null } as const;

/**
 * Returns active records at the provider that are missing here. Only those that we created: the
 * account may sell other products too.
 */
const unknownOf = (
  kind: 'product' | 'price',
  ours: { service_id: string }[],
  theirs: (ProviderProduct | ProviderPrice)[],
): Found[] => {
  const known = new Set(ours.map(({ service_id }) => service_id));
  return theirs
    .filter(({ id, active, metadata }) => active && !known.has(id) && `${kind}Id` in metadata)
    .map((one) => ({
      kind,
      id: null,
      serviceId: one.id,
      title: 'title' in one ? one.title : '',
      problem: 'unknown',
      field: null,
      here: null,
      there: null,
    }));
};
