import { createStripeBillingDetails } from './billing-details.ts';
import { createStripeCards } from './cards.ts';
import { createStripeCatalogue } from './catalogue.ts';
import {
  createSdkClient,
  completionOf,
  type StripeOptions,
  type StripeSettings,
} from './connection.ts';
import { createStripeCoupons } from './coupons.ts';
import { createProviderReader } from './customer-snapshot.ts';
import { createStripeCustomers } from './customers.ts';
import { createStripeGrants } from './grants.ts';
import { createInvoiceDocuments } from './invoice-document.ts';
import { createStripeInvoices } from './invoices.ts';
import { createNewPlanPreviews } from './new-plan-preview.ts';
import { createStripeSubscriptions } from './subscriptions.ts';
import { createTaxRateReader } from './taxes.ts';

/** Creates the Stripe client with its own SDK client. */
export async function openStripeClient(settings: StripeSettings, options: StripeOptions) {
  const stripe = await createSdkClient(settings);
  const taxRates = createTaxRateReader(stripe);
  return {
    /** Sends a request; throws when the provider can't be reached or rejects the API key. */
    ping: () => completionOf(stripe.products.list({ limit: 1 })),
    ...createStripeCatalogue(stripe, options),
    ...createStripeCustomers(stripe),
    ...createStripeBillingDetails(stripe, options),
    ...createStripeCards(stripe),
    ...createStripeSubscriptions(stripe, options),
    ...createStripeInvoices(stripe, { ...options, taxRates }),
    ...createNewPlanPreviews(stripe, taxRates),
    ...createInvoiceDocuments(stripe, taxRates),
    ...createStripeCoupons(stripe),
    ...createStripeGrants(stripe),
    ...createProviderReader(stripe),
  };
}
