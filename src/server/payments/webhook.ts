import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { toReceivedEvent, type ReceivedEvent } from './stripe/customer-snapshot.ts';
import { loadStripeSdk } from './stripe/sdk.ts';
import { receiveEvent } from './webhook-inbox.ts';

export interface WebhookOptions {
  database: Pick<Database, 'queryUnscoped'>;
  /** Accepted signing secrets: the current one and, during a rotation, the previous one. */
  secrets: string[];
  /** True when our key is a live key; events of the other mode are refused. */
  livemode: boolean;
}

const webhookPath = '/api/SubscriptionManager/Webhook';
const maxBodyBytes = 1024 * 1024;
const toleranceSeconds = 300;

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
      const event = await verifyEvent(request.body, String(signature ?? ''), options);
      await receiveEvent(options.database, event);
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

const eventSchema = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  object: z.literal('event'),
  livemode: z.boolean(),
  created: z.int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/**
 * Returns the event of a body. Throws `billing.invalidSignature` unless the provider signed these
 * bytes within the last five minutes.
 */
async function verifyEvent(
  body: unknown,
  signature: string,
  options: WebhookOptions,
): Promise<ReceivedEvent> {
  const { webhooks } = await loadStripeSdk();
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  for (const secret of options.secrets) {
    try {
      const event = webhooks.constructEvent(bytes, signature, secret, toleranceSeconds);
      if (eventSchema.parse(event).livemode !== options.livemode) break;
      return toReceivedEvent(event, bytes.toString('utf8'));
    } catch {
      // Not signed with this secret, or not an event: try the next secret.
    }
  }
  throw new Failure('billing.invalidSignature');
}
