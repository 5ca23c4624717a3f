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
 * The payment provider, in the verbs the product needs; every failure is a ProviderError. Verbs that
 * make something take an idempotency key: repeated with the same key they make it once, and answer
 * what they answered first. Verbs that remove something succeed when it is gone already.
 */
export interface Gateway
  extends Catalogue, Customers, Cards, Subscriptions, Invoices, Coupons, Reading {
  /** Reaches the provider with our key, or fails. */
  ping: () => Promise<void>;
}

/** Opens the door to the provider; nothing is loaded or sent before the first verb. */
export const createGateway = (settings: Settings): Gateway =>
  later(async () => (await import('./gateway-verbs.ts')).openGateway(settings));
