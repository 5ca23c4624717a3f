import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { eventOf, type ProviderEvent } from './books.ts';
import { receive } from './inbox.ts';
import { sdk } from './sdk.ts';

export interface WebhookOptions {
  database: Pick<Database, 'ask'>;
  /** Accepted signing secrets: the current one and, during a rotation, the previous one. */
  secrets: string[];
  /** True when our key is a live key; events of the other mode are refused. */
  livemode: boolean;
}

const url = '/api/SubscriptionManager/Webhook';
const largestBody = 1024 * 1024;
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
    const route = { bodyLimit: largestBody, schema, config: { kind: 'webhook' } } as const;
    scope.post(url, route, async (request) => {
      const signature = request.headers['stripe-signature'];
      const event = await verified(request.body, String(signature ?? ''), options);
      await receive(options.database, event);
      return {};
    });
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url,
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
  return `http://${isAny ? '127.0.0.1' : host}:${bound.port}${url}`;
}

const schema = {
  operationId: 'subscriptionsWebhook',
  security: [],
  tags: ['SubscriptionManager'],
  summary: 'What happened at the payment provider; for the provider alone, by its signature',
};

const shape = z.object({
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
async function verified(
  body: unknown,
  signature: string,
  options: WebhookOptions,
): Promise<ProviderEvent> {
  const { webhooks } = await sdk();
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  for (const secret of options.secrets) {
    try {
      const event = webhooks.constructEvent(bytes, signature, secret, toleranceSeconds);
      if (shape.parse(event).livemode !== options.livemode) break;
      return eventOf(event, bytes.toString('utf8'));
    } catch {
      // Not signed with this secret, or not an event: try the next secret.
    }
  }
  throw new Failure('billing.invalidSignature');
}
