import type { Stripe } from '@stripe/stripe-js';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, asked for once and only where a card or a bank's consent is. */
export const stripeOf = (key: string) => {
  const known = loaded.get(key);
  if (known) return known;
  const stripe = import('@stripe/stripe-js/pure').then(({ loadStripe }) => loadStripe(key));
  loaded.set(key, stripe);
  // A connection that failed is worth another try.
  stripe.catch(() => loaded.delete(key));
  return stripe;
};
