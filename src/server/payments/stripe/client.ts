import { lazyModule } from '#server/lazy-module.ts';
import type { StripeCards } from './cards.ts';
import type { StripeCatalogue } from './catalogue.ts';
import type { StripeSettings } from './connection.ts';
import type { StripeCoupons } from './coupons.ts';
import type { ProviderReader } from './customer-snapshot.ts';
import type { StripeCustomers } from './customers.ts';
import type { StripeInvoices } from './invoices.ts';
import type { StripeSubscriptions } from './subscriptions.ts';

/**
 * The payment provider, reduced to the operations the product needs; every failure is a
 * ProviderError. Operations that create something take an idempotency key: a retry with the same
 * key creates nothing more and gets the first answer. Operations that remove something succeed when
 * it is gone already.
 */
export interface StripeClient
  extends
    StripeCatalogue,
    StripeCustomers,
    StripeCards,
    StripeSubscriptions,
    StripeInvoices,
    StripeCoupons,
    ProviderReader {
  /** Sends a request; throws when the provider can't be reached or rejects the API key. */
  ping: () => Promise<void>;
}

/** Creates the Stripe client; loads the SDK with the first call. */
export const createStripeClient = (settings: StripeSettings): StripeClient =>
  lazyModule(async () => (await import('./open-client.ts')).openStripeClient(settings));
