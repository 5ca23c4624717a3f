import { type Reading, reading } from './books.ts';
import { type Cards, cards } from './gateway-cards.ts';
import { type Catalogue, catalogue } from './gateway-catalogue.ts';
import { connect, done, type Settings } from './gateway-connection.ts';
import { type Coupons, coupons } from './gateway-coupons.ts';
import { type Customers, customers } from './gateway-customers.ts';
import { type Invoices, invoices } from './gateway-invoices.ts';
import { type Subscriptions, subscriptions } from './gateway-subscriptions.ts';

/**
 * The payment provider, in the verbs the product needs; every failure is a ProviderError. Verbs that
 * make something take an idempotency key: repeated with the same key they make it once, and answer
 * what they answered first. Verbs that remove something succeed when it is gone already.
 */
export interface Gateway
  extends Catalogue, Customers, Cards, Subscriptions, Invoices, Coupons, Reading {
  /** Reaches the provider with our key, or fails. */
  ping: () => Promise<void>;
}

/** Opens the door to the provider; nothing is sent before the first verb. */
export function createGateway(settings: Settings): Gateway {
  const stripe = connect(settings);
  return {
    ping: () => done(stripe.products.list({ limit: 1 })),
    ...catalogue(stripe),
    ...customers(stripe),
    ...cards(stripe),
    ...subscriptions(stripe),
    ...invoices(stripe),
    ...coupons(stripe),
    ...reading(stripe),
  };
}
