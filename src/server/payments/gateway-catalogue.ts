import type { Stripe } from 'stripe';
import { answer, done, type Made, made, type Metadata } from './gateway-connection.ts';

interface ProductDetails {
  title: string;
  description: string;
}

interface NewPrice {
  /** The product's service id. */
  product: string;
  currency: string;
  /** Minor units. */
  amount: number;
  /** The billing period; null for a one-time price. */
  interval: 'day' | 'week' | 'month' | 'year' | null;
  metadata: Metadata;
}

/** A product at the provider. */
export interface ProviderProduct extends ProductDetails {
  id: string;
  active: boolean;
  metadata: Metadata;
}

/** A price at the provider; `amount` in minor units, `null` for a price without a fixed amount. */
export interface ProviderPrice extends Omit<NewPrice, 'amount' | 'interval'> {
  id: string;
  interval: string | null;
  amount: number | null;
  active: boolean;
}

export interface Catalogue {
  /** Lists all products and prices, including archived ones. */
  listCatalogue: () => Promise<{ products: ProviderProduct[]; prices: ProviderPrice[] }>;
  /** Returns the product with this id; throws NotAtProvider when there is none. */
  retrieveProduct: (serviceId: string) => Promise<ProviderProduct>;
  /** Returns the price with this id; throws NotAtProvider when there is none. */
  retrievePrice: (serviceId: string) => Promise<ProviderPrice>;
  createProduct: (product: ProductDetails & { metadata: Metadata }, key: string) => Promise<Made>;
  updateProduct: (
    serviceId: string,
    product: ProductDetails & { active?: boolean },
  ) => Promise<void>;
  archiveProduct: (serviceId: string) => Promise<void>;
  createPrice: (price: NewPrice, key: string) => Promise<Made>;
  archivePrice: (serviceId: string) => Promise<void>;
  /** Activates an archived price. */
  restorePrice: (serviceId: string) => Promise<void>;
}

export const catalogue = (stripe: Stripe): Catalogue => ({
  retrieveProduct: async (id) => productOf(await answer(stripe.products.retrieve(id))),
  retrievePrice: async (id) => priceOf(await answer(stripe.prices.retrieve(id))),
  createProduct: ({ title, description, metadata }, key) =>
    made(
      // Stripe rejects an empty description on creation, though an update may empty it.
      stripe.products.create(
        { name: title, ...(description && { description }), metadata },
        { idempotencyKey: key },
      ),
    ),
  updateProduct: (id, { title, description, active }) =>
    done(
      stripe.products.update(id, {
        name: title,
        description,
        ...(active !== undefined && { active }),
      }),
    ),
  archiveProduct: (id) => done(stripe.products.update(id, { active: false })),
  createPrice: ({ product, currency, amount, interval, metadata }, key) =>
    made(
      stripe.prices.create(
        {
          product,
          currency,
          unit_amount: amount,
          ...(interval && { recurring: { interval } }),
          metadata,
        },
        { idempotencyKey: key },
      ),
    ),
  archivePrice: (id) => done(stripe.prices.update(id, { active: false })),
  restorePrice: (id) => done(stripe.prices.update(id, { active: true })),
  async listCatalogue() {
    const [products, prices] = await Promise.all([
      answer(stripe.products.list({ limit: 100 }).autoPagingToArray({ limit: most })),
      answer(stripe.prices.list({ limit: 100 }).autoPagingToArray({ limit: most })),
    ]);
    return { products: products.map(productOf), prices: prices.map(priceOf) };
  },
});

/** Upper bound on the records read of a catalogue. */
const most = 10_000;

const productOf = (product: Stripe.Product): ProviderProduct => ({
  id: product.id,
  title: product.name,
  description: product.description ?? '',
  active: product.active,
  metadata: product.metadata,
});

const priceOf = (price: Stripe.Price): ProviderPrice => ({
  id: price.id,
  product: typeof price.product === 'string' ? price.product : price.product.id,
  currency: price.currency,
  amount: price.unit_amount,
  interval: price.recurring?.interval ?? null,
  active: price.active,
  metadata: price.metadata,
});
