import { createStripeCards } from './cards.ts';
import { createStripeCatalogue } from './catalogue.ts';
import { createSdkClient, completionOf, type StripeSettings } from './connection.ts';
import { createStripeCoupons } from './coupons.ts';
import { createProviderReader } from './customer-snapshot.ts';
import { createStripeCustomers } from './customers.ts';
import { createStripeInvoices } from './invoices.ts';
import { createStripeSubscriptions } from './subscriptions.ts';

/** Creates the Stripe client with its own SDK client. */
export async function openStripeClient(settings: StripeSettings) {
  const stripe = await createSdkClient(settings);
  return {
    /** Sends a request; throws when the provider can't be reached or rejects the API key. */
    ping: () => completionOf(stripe.products.list({ limit: 1 })),
    ...createStripeCatalogue(stripe),
    ...createStripeCustomers(stripe),
    ...createStripeCards(stripe),
    ...createStripeSubscriptions(stripe),
    ...createStripeInvoices(stripe),
    ...createStripeCoupons(stripe),
    ...createProviderReader(stripe),
  };
}
