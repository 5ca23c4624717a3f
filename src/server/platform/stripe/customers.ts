import type { Stripe } from 'stripe';
import { invoiceEmailsOf, toInvoiceEmails } from './billing-details.ts';
import {
  allOf,
  resultOf,
  completionOf,
  createdObjectOf,
  type StripeMetadata,
  ignoreMissing,
} from './connection.ts';
import { ensurePortalConfiguration } from './portal-configuration.ts';

interface NewCustomer {
  email: string;
  name: string;
  /** Language of the provider's invoices. */
  locale: string;
  metadata: StripeMetadata;
}

interface BalanceCredit {
  amount: number;
  currency: string;
  /** Appears with the balance at the provider. */
  description: string;
  metadata: StripeMetadata;
}

export const createStripeCustomers = (stripe: Stripe) => ({
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
