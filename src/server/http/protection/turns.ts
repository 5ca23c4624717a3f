import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BoundedQueue } from '#server/bounded-queue.ts';
import { networkOf } from '#server/http/visitor.ts';
import { routeKindOf } from './allowances.ts';

/** Unbounded: the allowances limit the requests that wait (`allowances.ts`). */
const queue = new BoundedQueue({ concurrency: 8, waiting: { visitor: Infinity, total: Infinity } });

/**
 * Resolves when it is the visitor's turn: eight in each iteration of the event loop. Without turns, a
 * thousand visitors who request a page, or wait for its rendering, would all be served in one iteration,
 * which delays calls until the last of them is.
 */
export const takeTurn = (request: FastifyRequest) =>
  queue.run(networkOf(request), () => setImmediate());

/**
 * Lets requests for pages and files take turns; calls, webhooks and probes don't wait. Must follow
 * `applyAllowances`, which bounds the number of requests that wait.
 */
export const serveInTurns = (app: FastifyInstance) =>
  app.addHook('onRequest', async (request) => {
    const kind = routeKindOf(request);
    if (kind !== null && kind !== 'call' && kind !== 'webhook') await takeTurn(request);
  });
