import type { Stripe } from 'stripe';
import {
  allOf,
  resultOf,
  completionOf,
  createdObjectOf,
  type StripeMetadata,
  type StripeOptions,
} from './connection.ts';

type ProductDetails = {
  title: string;
  description: string;
};

type NewProduct = ProductDetails & { metadata: StripeMetadata };
type ProductChange = ProductDetails & { active?: boolean };

type NewPrice = {
  /** The product's service id. */
  product: string;
  currency: string;
  /** Minor units. */
  amount: number;
  /** The billing period; null for a one-time price. */
  interval: 'day' | 'week' | 'month' | 'year' | null;
  metadata: StripeMetadata;
};

/** A product at the provider. */
export type ProviderProduct = {
  id: string;
  active: boolean;
  metadata: StripeMetadata;
} & ProductDetails;

/** A price at the provider; `amount` in minor units, `null` for a price without a fixed amount. */
export type ProviderPrice = {
  id: string;
  interval: string | null;
  amount: number | null;
  active: boolean;
} & Omit<NewPrice, 'amount' | 'interval'>;

export const createStripeCatalogue = (stripe: Stripe, { automaticTax }: StripeOptions) => ({
  /** Returns the product with this id; throws ResourceMissing when there is none. */
  retrieveProduct: async (id: string) =>
    toProviderProduct(await resultOf(stripe.products.retrieve(id))),
  /** Returns the price with this id; throws ResourceMissing when there is none. */
  retrievePrice: async (id: string) => toProviderPrice(await resultOf(stripe.prices.retrieve(id))),
  createProduct: ({ title, description, metadata }: NewProduct, key: string) =>
    createdObjectOf(
      // Stripe rejects an empty description on creation, though an update may empty it.
      stripe.products.create(
        { name: title, ...(description && { description }), metadata },
        { idempotencyKey: key },
      ),
    ),
  updateProduct: (id: string, { title, description, active }: ProductChange) =>
    completionOf(
      stripe.products.update(id, {
        name: title,
        description,
        ...(active !== undefined && { active }),
      }),
    ),
  archiveProduct: (id: string) => completionOf(stripe.products.update(id, { active: false })),
  createPrice: ({ product, currency, amount, interval, metadata }: NewPrice, key: string) =>
    createdObjectOf(
      stripe.prices.create(
        {
          product,
          currency,
          unit_amount: amount,
          ...(interval && { recurring: { interval } }),
          ...(automaticTax && exclusive),
          metadata,
        },
        { idempotencyKey: key },
      ),
    ),
  /** Declares that tax is added to every price, where none says so yet; the provider refuses those (R-TAX-01). */
  async declareTaxBehavior() {
    if (!automaticTax) return;
    const prices = await allOf(stripe.prices.list({ limit: 100 }));
    for (const { id, tax_behavior: behavior } of prices) {
      if (behavior === 'unspecified') await completionOf(stripe.prices.update(id, exclusive));
    }
  },
  archivePrice: (id: string) => completionOf(stripe.prices.update(id, { active: false })),
  /** Activates an archived price. */
  restorePrice: (id: string) => completionOf(stripe.prices.update(id, { active: true })),
  /** Lists all products and prices, including archived ones. */
  async listCatalogue() {
    const [products, prices] = await Promise.all([
      allOf(stripe.products.list({ limit: 100 })),
      allOf(stripe.prices.list({ limit: 100 })),
    ]);
    return { products: products.map(toProviderProduct), prices: prices.map(toProviderPrice) };
  },
});

const exclusive = { tax_behavior: 'exclusive' as const };

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
