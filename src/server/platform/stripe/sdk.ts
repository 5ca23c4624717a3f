import type { Stripe } from 'stripe';

let loading: Promise<typeof Stripe> | undefined;

/** Loads Stripe's SDK on first use, because it is large. */
export async function loadStripeSdk() {
  loading ??= import('stripe').then((module) => module.Stripe);
  return loading;
}
