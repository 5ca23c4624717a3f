import type { Stripe } from 'stripe';
import {
  createStripeBillingDetails,
  type TaxProfile,
  invoiceEmailsOf,
  toInvoiceEmails,
} from './billing-details.ts';
import { createStripeCards } from './cards.ts';
import { createStripeCatalogue } from './catalogue.ts';
import {
  createSdkClient,
  completionOf,
  type StripeOptions,
  type StripeSettings,
  resultOf,
  allOf,
  createdObjectOf,
  type StripeMetadata,
  ignoreMissing,
} from './connection.ts';
import { createStripeCoupons } from './coupons.ts';
import { createProviderReader } from './customer-snapshot.ts';
import { createStripeDisputes } from './dispute-snapshot.ts';
import { createStripeGrants } from './grants.ts';
import { createInvoiceDocuments } from './invoice-document.ts';
import { toProviderInvoice } from './invoice-snapshot.ts';
import { createStripeInvoices } from './invoices.ts';
import { ensurePortalConfiguration } from './portal-configuration.ts';
import { createStripeSubscriptions } from './subscriptions.ts';
import { createTaxRateReader, taxedFor, type TaxRateReader } from './taxes.ts';

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
    ...createStripeDisputes(stripe),
    ...createStripeGrants(stripe, options),
    ...createProviderReader(stripe),
  };
}

type NewPlan = {
  /** The price's service id. */
  price: string;
  isOneTime: boolean;
  /** The provider's id of the coupon; its code's restrictions were checked before. */
  coupon: string | null;
  /** True for the amount of each later period. */
  recurring?: boolean;
} & TaxProfile;

const createNewPlanPreviews = (stripe: Stripe, taxRates: TaxRateReader) => ({
  /**
   * Previews the first invoice of a new plan with tax. Names no customer: for one with a subscription the
   * provider would preview that one's next invoice.
   */
  async previewNewPlan({ price, isOneTime, coupon, recurring, ...profile }: NewPlan) {
    const preview = await resultOf(
      stripe.invoices.createPreview({
        ...taxedFor(profile),
        ...(coupon && { discounts: [{ coupon }] }),
        ...(isOneTime
          ? { invoice_items: [{ price }] }
          : { subscription_details: { items: [{ price }] } }),
        ...(recurring && { preview_mode: 'recurring' as const }),
      }),
    );
    return toProviderInvoice(preview, { rates: await taxRates([preview]) });
  },
});

type NewCustomer = {
  email: string;
  name: string;
  /** Language of the provider's invoices. */
  locale: string;
  metadata: StripeMetadata;
};

type BalanceCredit = {
  amount: number;
  currency: string;
  /** Appears with the balance at the provider. */
  description: string;
  metadata: StripeMetadata;
};

const createStripeCustomers = (stripe: Stripe) => ({
  createCustomer: ({ locale, ...customer }: NewCustomer, idempotencyKey: string) =>
    createdObjectOf(
      stripe.customers.create({ ...customer, preferred_locales: [locale] }, { idempotencyKey }),
    ),
  /** Replaces a former address: as the customer's email, and among those that get copies of invoices. */
  async replaceCustomerEmail(
    customer: string,
    { former, email }: { former: string; email: string },
  ) {
    const found = await resultOf(stripe.customers.retrieve(customer));
    if (found.deleted) return;
    const isFormer = (address: string | null) => address?.toLowerCase() === former.toLowerCase();
    const copies = invoiceEmailsOf(found);
    const params = {
      ...(isFormer(found.email) && { email }),
      ...(copies.some(isFormer) && {
        metadata: toInvoiceEmails(copies.map((copy) => (isFormer(copy) ? email : copy))),
      }),
    };
    if (Object.keys(params).length > 0)
      await completionOf(stripe.customers.update(customer, params));
  },
  /** Throws if the provider can't say now what it knows of a customer, which may be missing. */
  checkCustomer: (id: string) => completionOf(stripe.customers.retrieve(id)).catch(ignoreMissing),
  /** Deletes the customer and ends its subscriptions; succeeds when it is deleted already. */
  deleteCustomer: (id: string) => completionOf(stripe.customers.del(id)).catch(ignoreMissing),
  /** Returns the customer's credit in minor units; negative for a debt that the next invoice includes. */
  async retrieveCreditBalance(customer: string) {
    const found = await resultOf(stripe.customers.retrieve(customer));
    // Stripe's balance is the debt: a credit is negative.
    return found.deleted ? 0 : 0 - found.balance;
  },
  /** Credits the customer's balance, which later invoices use up first; the amount is in minor units. */
  creditBalance: (customer: string, { amount, ...credit }: BalanceCredit, idempotencyKey: string) =>
    createdObjectOf(
      stripe.customers.createBalanceTransaction(
        customer,
        { ...credit, amount: -amount },
        { idempotencyKey },
      ),
    ),
  /** Returns true when an operation credited this customer. */
  async hasCredit(customer: string, intentId: string) {
    const found = await allOf(stripe.customers.listBalanceTransactions(customer, { limit: 100 }));
    return found.some(({ metadata }) => metadata?.['intentId'] === intentId);
  },
  /** Returns the URL of the provider's portal for this customer (R-SUB-18). */
  async createPortalSession(customer: string, returnUrl: string) {
    const configuration = await ensurePortalConfiguration(stripe);
    const asked = { customer, configuration, return_url: returnUrl };
    return { url: (await resultOf(stripe.billingPortal.sessions.create(asked))).url };
  },
});
