import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { verifyWebhook, type WebhookKeys } from '#server/platform/stripe/webhook-signature.ts';
import { receiveEvent } from './webhook-inbox.ts';

export type WebhookOptions = {
  database: Pick<Database, 'queryUnscoped'>;
  stripe: Pick<StripeClient, 'completeEvent'>;
} & WebhookKeys;

/** Path of the webhook that Stripe's events go to. */
export const webhookPath = '/api/SubscriptionManager/Webhook';
const maxBodyBytes = 1024 * 1024;

/**
 * Serves the webhook (R-SUB-19): stores a signed event before it replies, and answers 400 to
 * anything else without storing it. Registers no route when there is no secret.
 */
export function serveWebhook(app: FastifyInstance, options: WebhookOptions) {
  if (options.secrets.length === 0) return;
  app.register(async (scope) => {
    // The signature covers the raw bytes, so the body must not be parsed first.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
      done(null, body);
    });
    const route = {
      bodyLimit: maxBodyBytes,
      schema: routeSchema,
      config: { kind: 'webhook' },
    } as const;
    scope.post(webhookPath, route, async (request) => {
      const signature = request.headers['stripe-signature'];
      const event = await verifyWebhook(request.body, String(signature ?? ''), options);
      await receiveEvent(options.database, await options.stripe.completeEvent(event));
      return {};
    });
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: webhookPath,
      schema: { hide: true },
      handler: async (_, reply) => {
        reply.header('allow', 'POST');
        throw new Failure('methodNotAllowed');
      },
    });
  });
}

/** Returns the webhook's URL for a provider on the same machine; null until the server listens. */
export function webhookAddress({ server }: FastifyInstance): string | null {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return null;
  const isAny = bound.address === '::' || bound.address === '0.0.0.0';
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${isAny ? '127.0.0.1' : host}:${bound.port}${webhookPath}`;
}

const routeSchema = {
  operationId: 'subscriptionsWebhook',
  security: [],
  tags: ['SubscriptionManager'],
  summary: 'Receives events of the payment provider, authenticated by their signature',
};
