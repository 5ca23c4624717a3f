import { later } from '#server/later.ts';
import type { Reading } from './books.ts';
import type { Cards } from './gateway-cards.ts';
import type { Catalogue } from './gateway-catalogue.ts';
import type { Settings } from './gateway-connection.ts';
import type { Coupons } from './gateway-coupons.ts';
import type { Customers } from './gateway-customers.ts';
import type { Invoices } from './gateway-invoices.ts';
import type { Subscriptions } from './gateway-subscriptions.ts';

/**
 * The payment provider, reduced to the operations the product needs; every failure is a
 * ProviderError. Operations that create something take an idempotency key: a retry with the same
 * key creates nothing more and gets the first answer. Operations that remove something succeed when
 * it is gone already.
 */
export interface Gateway
  extends Catalogue, Customers, Cards, Subscriptions, Invoices, Coupons, Reading {
  /**
   * Sends a request with our API key; throws when the provider can't be reached or rejects the key.
   */
  ping: () => Promise<void>;
}

/** Creates the gateway; loads the SDK with the first call. */
export const createGateway = (settings: Settings): Gateway =>
  later(async () => (await import('./gateway-verbs.ts')).openGateway(settings));
