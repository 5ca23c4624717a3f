import type { Stripe } from 'stripe';

let loading: Promise<typeof Stripe> | undefined;

/** Stripe's SDK; it is large, so it is loaded when it is first needed. */
export const sdk = async () => {
  loading ??= import('stripe').then((module) => module.Stripe);
  return loading;
};
