import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Statements } from './calls.ts';

const insert = `
  insert into provider_events (id, type, livemode, created_at, body, settled_at)
  values ($1, $2, $3, to_timestamp($4), $5, now()) on conflict do nothing`;

/** Serves the provider's webhook: signature check and one INSERT. */
export function serveWebhookCeiling(app: FastifyInstance, query: Statements, secret: string) {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
      done(null, body);
    });
    scope.post<{ Body: string }>('/webhook', async ({ body, headers }, reply) => {
      if (!isSigned(body, String(headers['stripe-signature']), secret)) {
        return reply.code(400).send();
      }
      const { id, type, livemode, created } = JSON.parse(body) as Record<string, unknown>;
      await query('event', insert, [id, type, livemode, created, body]);
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
