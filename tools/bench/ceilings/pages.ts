import type { FastifyInstance } from 'fastify';
import type { Store } from './store.ts';
import type { Recorded } from './told.ts';

/** Serves pages as constants, and one page that queries the products first. */
export function servePages(app: FastifyInstance, ask: Store, recorded: Recorded) {
  for (const [path, { headers, body }] of Object.entries(recorded)) {
    const bytes = Buffer.from(body, 'base64');
    // Assets keep the path that pages name.
    const at = path.startsWith('/assets/') ? path : `/same${path}`;
    app.get(at, async (_request, reply) => reply.headers(headers).send(bytes));
  }

  const pricing = recorded['/pricing'];
  const bytes = Buffer.from(pricing?.body ?? '', 'base64');
  app.get('/products', async (_request, reply) => {
    await Promise.all([
      ask('products', 'select * from subscription_products order by tier, id'),
      ask('prices', 'select * from subscription_prices order by billing_period, currency desc, id'),
      ask('features', 'select * from subscription_features order by "order", id'),
    ]);
    return reply.headers(pricing?.headers ?? {}).send(bytes);
  });
}
