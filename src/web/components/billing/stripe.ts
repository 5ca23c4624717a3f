import type { Stripe } from '@stripe/stripe-js';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Loads Stripe's script once, and only where it is needed. */
export function getStripe(key: string) {
  const known = loaded.get(key);
  if (known) return known;
  const stripe = import('@stripe/stripe-js/pure').then(({ loadStripe }) => loadStripe(key));
  loaded.set(key, stripe);
  // A load that failed is repeated at the next use.
  stripe.catch(() => loaded.delete(key));
  return stripe;
}
