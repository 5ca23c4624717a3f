import type { Stripe } from 'stripe';
import { createPayingCustomer, invoiceOf } from './fixtures.ts';

/** Paths to expand for a subscription's latest invoice with its payment. */
export const expandedInvoice = ['latest_invoice.payments', 'latest_invoice.confirmation_secret'];

/** Returns functions that subscribe new customers to a price, and read a subscription. */
export const subscriberTo = (stripe: Stripe, price: Stripe.Price) => ({
  /** Subscribes a new customer, with or without a card. */
  async subscribe(card: string | null, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
    const { id: customer } = await createPayingCustomer(stripe, card);
    const items = [{ price: price.id }];
    return stripe.subscriptions.create({ customer, items, expand: expandedInvoice, ...more });
  },
  latest: (id: string) => stripe.subscriptions.retrieve(id, { expand: expandedInvoice }),
});

/** Returns the client secret of the payment of a subscription's latest invoice. */
export const secretOf = (subscription: Stripe.Subscription) =>
  invoiceOf(subscription).confirmation_secret?.client_secret ?? '';
