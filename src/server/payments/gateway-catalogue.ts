import type { Stripe } from 'stripe';
import { done, type Made, made, type Metadata } from './gateway-connection.ts';

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
  /** How often it is paid; null for once. */
  interval: 'day' | 'week' | 'month' | 'year' | null;
  metadata: Metadata;
}

export interface Catalogue {
  createProduct: (product: ProductDetails & { metadata: Metadata }, key: string) => Promise<Made>;
  updateProduct: (serviceId: string, product: ProductDetails) => Promise<void>;
  archiveProduct: (serviceId: string) => Promise<void>;
  createPrice: (price: NewPrice, key: string) => Promise<Made>;
  archivePrice: (serviceId: string) => Promise<void>;
}

export const catalogue = (stripe: Stripe): Catalogue => ({
  createProduct: ({ title, description, metadata }, key) =>
    made(
      // Stripe refuses to make something with an empty description, but empties one.
      stripe.products.create(
        { name: title, ...(description && { description }), metadata },
        { idempotencyKey: key },
      ),
    ),
  updateProduct: (id, { title, description }) =>
    done(stripe.products.update(id, { name: title, description })),
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
});
