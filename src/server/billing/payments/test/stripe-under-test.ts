import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { createStore, createStripeSandbox } from '#sandbox/stripe/index.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { createStripeClient } from '#server/platform/stripe/client.ts';

export const testSecretKey = 'sk_test_sandbox';

/** Starts a payment sandbox on its own database. */
async function startSandbox() {
  const { owner } = await testDatabase();
  const sandbox = await createStripeSandbox({
    store: createStore(owner),
    secretKey: testSecretKey,
    onError(error) {
      throw error;
    },
  });
  afterAll(() => sandbox.close());
  return sandbox;
}

/**
 * Returns a Stripe client to the sandbox, or to Stripe when `STRIPE_TEST_SECRET_KEY` holds a test key;
 * the tests hold for both.
 */
export async function stripeUnderTest() {
  const stripeKey = process.env['STRIPE_TEST_SECRET_KEY'];
  const real = stripeKey?.startsWith('sk_test_') ? { secretKey: stripeKey } : undefined;
  const sandbox = await startSandbox();
  const settings = real ?? { secretKey: testSecretKey, apiBase: sandbox.apiBase };
  return {
    sandbox,
    settings,
    stripe: createStripeClient(settings),
    provider: real ? 'Stripe, in test mode' : 'the payment sandbox',
  };
}

/** Starts a local HTTP server that stops after the tests; returns its URL. */
export async function startHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
