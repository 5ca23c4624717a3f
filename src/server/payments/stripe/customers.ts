import type { Stripe } from 'stripe';
import {
  resultOf,
  completionOf,
  type CreatedObject,
  createdObjectOf,
  type StripeMetadata,
  ignoreMissing,
} from './connection.ts';

interface NewCustomer {
  email: string;
  name: string;
  /** Language of the provider's invoices; absent in operations of an earlier release. */
  locale?: string;
  metadata: StripeMetadata;
}

export interface StripeCustomers {
  createCustomer: (customer: NewCustomer, key: string) => Promise<CreatedObject>;
  /** Deletes the customer and ends its subscriptions; succeeds when it is deleted already. */
  deleteCustomer: (customer: string) => Promise<void>;
  /** Returns the customer's credit from unused time, in minor units. */
  retrieveCreditBalance: (customer: string) => Promise<number>;
  /** Returns the URL of the provider's portal for this customer (R-SUB-18). */
  createPortalSession: (customer: string, returnUrl: string) => Promise<{ url: string }>;
}

export const createStripeCustomers = (stripe: Stripe): StripeCustomers => ({
  createCustomer: ({ locale, ...customer }, idempotencyKey) =>
    createdObjectOf(
      stripe.customers.create(
        { ...customer, ...(locale && { preferred_locales: [locale] }) },
        { idempotencyKey },
      ),
    ),
  deleteCustomer: (id) => completionOf(stripe.customers.del(id)).catch(ignoreMissing),
  async retrieveCreditBalance(customer) {
    const found = await resultOf(stripe.customers.retrieve(customer));
    // Stripe's balance is the debt: a credit is negative.
    return found.deleted ? 0 : Math.max(0, -found.balance);
  },
  async createPortalSession(customer, returnUrl) {
    const asked = stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return { url: (await resultOf(asked)).url };
  },
});
