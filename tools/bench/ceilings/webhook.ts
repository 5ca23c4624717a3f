import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Store } from './store.ts';

interface Event {
  id: string;
  type: string;
  livemode: boolean;
  created: number;
}

/** Serves the provider's webhook: signature check and one INSERT. */
export function serveWebhook(app: FastifyInstance, ask: Store, secret: string) {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
      done(null, body);
    });
    scope.post<{ Body: string }>('/webhook', async (request, reply) => {
      if (!isSigned(request.body, String(request.headers['stripe-signature']), secret)) {
        return reply.code(400).send();
      }
      const event = JSON.parse(request.body) as Event;
      const { id, type, livemode, created } = event;
      await ask('event', insert, [id, type, livemode, created, request.body]);
      return {};
    });
  });
}

function isSigned(body: string, header: string, secret: string): boolean {
  const [, at = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest();
  const sent = Buffer.from(given, 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const insert = `
  insert into provider_events (id, type, livemode, created_at, body, settled_at)
  values ($1, $2, $3, to_timestamp($4), $5, now()) on conflict do nothing`;
