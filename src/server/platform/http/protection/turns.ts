import type { IncomingMessage, RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BoundedQueue } from '#server/platform/bounded-queue.ts';
import { networkOf } from '#server/platform/http/visitor.ts';
import type { TrustedProxies } from './proxies.ts';

/** Tasks of one queue in each iteration of the event loop. */
const concurrency = 4;

const arrivals = new BoundedQueue({ concurrency, waiting: { visitor: 300, total: 4_000 } });

/** Unbounded: the allowances limit the responses that wait (`allowances.ts`). */
const responses = new BoundedQueue({
  concurrency,
  waiting: { visitor: Infinity, total: Infinity },
});

/**
 * Resolves when it is the turn of a visitor's response: four in each iteration of the event loop. Without
 * turns, a thousand visitors who wait for a rendering would all be sent it in one iteration, which delays
 * calls until the last of them is served.
 */
export const takeTurn = (request: FastifyRequest) =>
  responses.run(networkOf(request), () => setImmediate());

/** Calls, webhooks, the hub and probes; not the API reference. */
const urgentPath = /^\/(?:api\/(?!docs\b|openapi\b)|hub\b|health\/|metrics\b)/i;

/**
 * Lets requests for pages and files take turns before Fastify sees them: four in each iteration of the
 * event loop, visitor by visitor. Requests of a thousand connections can arrive in one iteration; routing
 * and counting all of them would delay the calls among them by 0.1 seconds. A visitor with too many waiting
 * requests is answered 429; when too many wait in total, the answer is 503 (R-SEC-15).
 */
export function serveInTurns(app: FastifyInstance, { clientAddress }: TrustedProxies) {
  const { server } = app;
  const refused = new WeakMap<IncomingMessage, unknown>();
  const serve = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    if (!urgentPath.test(request.url ?? '/')) {
      const visitor = networkOf({ ip: clientAddress(request) });
      await arrivals
        .run(visitor, () => setImmediate())
        .catch((failure) => refused.set(request, failure));
    }
    // A visitor who left meanwhile needs no response.
    if (request.socket.destroyed) return;
    for (const listener of serve) listener.call(server, request, response);
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (refused.has(raw)) throw refused.get(raw);
  });
}
