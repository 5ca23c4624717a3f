import type { Stripe } from 'stripe';
import { answer, done, type Made, made, type Metadata, unlessGone } from './gateway-connection.ts';

export interface Customers {
  createCustomer: (
    customer: { email: string; name: string; metadata: Metadata },
    key: string,
  ) => Promise<Made>;
  /** Deletes the customer and ends its subscriptions; succeeds when it is deleted already. */
  deleteCustomer: (customer: string) => Promise<void>;
  /** Returns the customer's credit from unused time, in minor units. */
  balanceOf: (customer: string) => Promise<number>;
  /** Returns the URL of the provider's portal for this customer (R-SUB-18). */
  createPortalSession: (customer: string, returnUrl: string) => Promise<{ url: string }>;
}

export const customers = (stripe: Stripe): Customers => ({
  createCustomer: ({ email, name, metadata }, key) =>
    made(stripe.customers.create({ email, name, metadata }, { idempotencyKey: key })),
  deleteCustomer: (id) => done(stripe.customers.del(id)).catch(unlessGone),
  async balanceOf(customer) {
    const found = await answer(stripe.customers.retrieve(customer));
    // Stripe's balance is the debt: a credit is negative.
    return found.deleted ? 0 : Math.max(0, -found.balance);
  },
  async createPortalSession(customer, returnUrl) {
    const asked = stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return { url: (await answer(asked)).url };
  },
});
