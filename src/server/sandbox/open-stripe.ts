import type { FastifyInstance } from 'fastify';
import { createStore, createStripeSandbox } from '#sandbox/stripe/index.ts';
import { webhookAddress } from '#server/billing/payments/webhook.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';

// The stand-in listens on this machine only; its key is no secret.
const secretKey = 'sk_test_sandbox';

/** Creates the stand-in for Stripe; its webhooks go to this process once that listens. */
export async function openStripeSandbox(
  app: FastifyInstance,
  owner: OpenDatabase['owner'],
  origin: () => string,
) {
  const sandbox = await createStripeSandbox({
    store: createStore(owner),
    secretKey,
    webhookUrl: () => webhookAddress(app),
    pagesUrl: () => `${origin()}/sandbox/payments`,
    onError: (error) => app.log.error({ err: error }, 'payment sandbox failed'),
  });
  return { ...sandbox, secretKey };
}
