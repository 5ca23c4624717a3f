import { lazyModule } from '#server/platform/lazy-module.ts';
import type { StripeOptions, StripeSettings } from './connection.ts';
import type { openStripeClient } from './open-client.ts';

/**
 * The payment provider, reduced to the operations the product needs; every failure is a ProviderError.
 * Operations that create something take an idempotency key: a retry with the same key creates nothing
 * more and gets the first answer. Operations that remove something succeed when it is gone already.
 */
export type StripeClient = Awaited<ReturnType<typeof openStripeClient>>;

/** Creates the Stripe client; loads the SDK with the first call. */
export const createStripeClient = (
  settings: StripeSettings,
  options: StripeOptions = { automaticTax: false },
): StripeClient =>
  lazyModule(async () => (await import('./open-client.ts')).openStripeClient(settings, options));
