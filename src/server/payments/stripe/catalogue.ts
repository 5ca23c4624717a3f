import type { Stripe } from 'stripe';
import {
  resultOf,
  completionOf,
  type CreatedObject,
  createdObjectOf,
  type StripeMetadata,
} from './connection.ts';

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
  metadata: StripeMetadata;
}

/** A product at the provider. */
export interface ProviderProduct extends ProductDetails {
  id: string;
  active: boolean;
  metadata: StripeMetadata;
}

/** A price at the provider; `amount` in minor units, `null` for a price without a fixed amount. */
export interface ProviderPrice extends Omit<NewPrice, 'amount' | 'interval'> {
  id: string;
  interval: string | null;
  amount: number | null;
  active: boolean;
}

export interface StripeCatalogue {
  /** Lists all products and prices, including archived ones. */
  listCatalogue: () => Promise<{ products: ProviderProduct[]; prices: ProviderPrice[] }>;
  /** Returns the product with this id; throws ResourceMissing when there is none. */
  retrieveProduct: (serviceId: string) => Promise<ProviderProduct>;
  /** Returns the price with this id; throws ResourceMissing when there is none. */
  retrievePrice: (serviceId: string) => Promise<ProviderPrice>;
  createProduct: (
    product: ProductDetails & { metadata: StripeMetadata },
    key: string,
  ) => Promise<CreatedObject>;
  updateProduct: (
    serviceId: string,
    product: ProductDetails & { active?: boolean },
  ) => Promise<void>;
  archiveProduct: (serviceId: string) => Promise<void>;
  createPrice: (price: NewPrice, key: string) => Promise<CreatedObject>;
  archivePrice: (serviceId: string) => Promise<void>;
  /** Activates an archived price. */
  restorePrice: (serviceId: string) => Promise<void>;
}

export const createStripeCatalogue = (stripe: Stripe): StripeCatalogue => ({
  retrieveProduct: async (id) => toProviderProduct(await resultOf(stripe.products.retrieve(id))),
  retrievePrice: async (id) => toProviderPrice(await resultOf(stripe.prices.retrieve(id))),
  createProduct: ({ title, description, metadata }, key) =>
    createdObjectOf(
      // Stripe rejects an empty description on creation, though an update may empty it.
      stripe.products.create(
        { name: title, ...(description && { description }), metadata },
        { idempotencyKey: key },
      ),
    ),
  updateProduct: (id, { title, description, active }) =>
    completionOf(
      stripe.products.update(id, {
        name: title,
        description,
        ...(active !== undefined && { active }),
      }),
    ),
  archiveProduct: (id) => completionOf(stripe.products.update(id, { active: false })),
  createPrice: ({ product, currency, amount, interval, metadata }, key) =>
    createdObjectOf(
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
  archivePrice: (id) => completionOf(stripe.prices.update(id, { active: false })),
  restorePrice: (id) => completionOf(stripe.prices.update(id, { active: true })),
  async listCatalogue() {
    const [products, prices] = await Promise.all([
      resultOf(stripe.products.list({ limit: 100 }).autoPagingToArray({ limit: maxRecords })),
      resultOf(stripe.prices.list({ limit: 100 }).autoPagingToArray({ limit: maxRecords })),
    ]);
    return { products: products.map(toProviderProduct), prices: prices.map(toProviderPrice) };
  },
});

/** Upper bound on the records read of a catalogue. */
const maxRecords = 10_000;

const toProviderProduct = (product: Stripe.Product): ProviderProduct => ({
  id: product.id,
  title: product.name,
  description: product.description ?? '',
  active: product.active,
  metadata: product.metadata,
});

const toProviderPrice = (price: Stripe.Price): ProviderPrice => ({
  id: price.id,
  product: typeof price.product === 'string' ? price.product : price.product.id,
  currency: price.currency,
  amount: price.unit_amount,
  interval: price.recurring?.interval ?? null,
  active: price.active,
  metadata: price.metadata,
});
