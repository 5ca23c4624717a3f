import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { networkOf } from './visitor.ts';

/** What one visitor, that is one network (`networkOf`), may ask of a kind of routes. */
type Allowance = {
  /** Requests a minute. */
  perMinute: number;
  /** Requests that are not answered completely yet: of one visitor, and of all together. */
  open: { visitor: number; total: number };
};

/**
 * Kinds of routes by what an answer costs, with their allowances (decisions/0026). Calls are limited
 * by session, tenant and attempt besides (`limits.ts`).
 */
export const allowances = {
  call: { perMinute: 1_200, open: { visitor: 200, total: 4_000 } },
  /** Pages, and whatever has no route. */
  page: { perMinute: 1_200, open: { visitor: 100, total: 2_000 } },
  /** Files of the build: a page without a cache loads some twenty. */
  asset: { perMinute: 12_000, open: { visitor: 300, total: 4_000 } },
  /** Stored pictures. */
  file: { perMinute: 3_000, open: { visitor: 100, total: 1_000 } },
  /** The API reference with its script of a megabyte, and the OpenAPI document. */
  reference: { perMinute: 300, open: { visitor: 20, total: 500 } },
  /** Events of the payment provider, of up to 1 MiB each; those that are refused are sent again. */
  webhook: { perMinute: 6_000, open: { visitor: 50, total: 200 } },
} as const satisfies Record<string, Allowance>;

export type RouteKind = keyof typeof allowances;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which allowance counts: `call` unless told otherwise; null for probes, which are not limited. */
    kind?: RouteKind | null;
  }
}

/** The kind of the route that a request has reached. */
export const kindOf = ({ is404, routeOptions }: FastifyRequest): RouteKind | null => {
  if (is404) return 'page';
  const { kind = 'call' } = routeOptions.config;
  return kind;
};

const internal = new AsyncLocalStorage<true>();

/** Makes calls that are part of a request that was counted already, as those of a page's loaders. */
export const withoutAllowance = <T>(work: () => T): T => internal.run(true, work);

/** Whether the current call is part of a request that was counted already. */
export const isCounted = () => internal.getStore() === true;

/**
 * Returns what admits one request: counts it until its answer has been sent or its connection is gone.
 * Throws `tooManyRequests` (429) when its visitor has too many open, `unavailable` (503) when all have.
 */
export const openRequests = () => {
  const open = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return (kind: RouteKind, request: FastifyRequest, reply: FastifyReply) => {
    const most = allowances[kind].open;
    const visitor = `${kind}:${networkOf(request)}`;
    if ((open.get(visitor) ?? 0) >= most.visitor) {
      throw new Failure('tooManyRequests', { params: { seconds: 1 } });
    }
    if ((open.get(kind) ?? 0) >= most.total) throw new Failure('unavailable');
    for (const key of [kind, visitor]) change(key, 1);
    reply.raw.once('close', () => {
      for (const key of [kind, visitor]) change(key, -1);
    });
  };
};
