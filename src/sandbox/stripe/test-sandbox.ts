import { Stripe } from 'stripe';
import { afterAll } from 'vitest';
import { testDatabase } from '#server/database/test-database.ts';
import { createStripeSandbox } from './sandbox.ts';
import { storeOf } from './store.ts';

export const secretKey = 'sk_test_sandbox';

/** The official SDK, speaking to a sandbox as it would to Stripe. */
export const sdk = (apiBase: string, key = secretKey) => {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
};

/** A sandbox on a database of its own; `open` starts another one, as another process would. */
export async function testSandbox() {
  const { owner } = await testDatabase();
  const open = () =>
    createStripeSandbox({
      store: storeOf(owner),
      secretKey,
      onError(error) {
        throw error;
      },
    });
  const sandbox = await open();
  afterAll(() => sandbox.close());
  return { sandbox, stripe: sdk(sandbox.apiBase), open, owner };
}

/** A monthly price of the given amount, in minor units. */
export async function monthly(stripe: Stripe, amount: number, currency = 'usd') {
  const product = await stripe.products.create({ name: amount === 0 ? 'Starter' : 'Pro' });
  return stripe.prices.create({
    product: product.id,
    currency,
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
}

/** What the SDK throws, as far as a caller reads it. */
export const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => ({
      type: error.type,
      statusCode: error.statusCode,
      code: error.code,
      declineCode: error.decline_code,
      param: error.param,
      message: error.message,
      paymentIntent: error.payment_intent,
      setupIntent: error.setup_intent,
    }),
  );
