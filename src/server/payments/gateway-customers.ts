import type { Stripe } from 'stripe';
import { answer, done, type Made, made, type Metadata, unlessGone } from './gateway-connection.ts';

export interface Customers {
  createCustomer: (
    customer: { email: string; name: string; metadata: Metadata },
    key: string,
  ) => Promise<Made>;
  /** Its running subscriptions end with it. */
  deleteCustomer: (customer: string) => Promise<void>;
  /** What the customer has in store from unused time, in minor units. */
  balanceOf: (customer: string) => Promise<number>;
  /** The address of the provider's own page about this customer. */
  createPortalSession: (customer: string, returnUrl: string) => Promise<{ url: string }>;
}

export const customers = (stripe: Stripe): Customers => ({
  createCustomer: ({ email, name, metadata }, key) =>
    made(stripe.customers.create({ email, name, metadata }, { idempotencyKey: key })),
  deleteCustomer: (id) => done(stripe.customers.del(id)).catch(unlessGone),
  async balanceOf(customer) {
    const found = await answer(stripe.customers.retrieve(customer));
    // Stripe counts what a customer owes: what they have is below zero.
    return found.deleted ? 0 : Math.max(0, -found.balance);
  },
  async createPortalSession(customer, returnUrl) {
    const asked = stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return { url: (await answer(asked)).url };
  },
});
