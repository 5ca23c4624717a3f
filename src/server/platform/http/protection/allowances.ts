import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#server/platform/http/visitor.ts';
import { createBudget } from './budget.ts';

/** Allowance of one visitor, that is one network (`networkOf`), for a kind of routes. */
type Allowance = {
  perMinute: number;
  /** Maximum of concurrent requests without a complete response: of one visitor, and in total. */
  open: { visitor: number; total: number };
};

/** Allowances of routes by the cost of a response (decisions/0026, R-SEC-15); see also `limits.ts`. */
export const allowances = {
  call: { perMinute: 1_200, open: { visitor: 200, total: 4_000 } },
  /** The hub without WebSockets: an event stream is open as long as its tab, and pings are posts. */
  hub: { perMinute: 3_000, open: { visitor: 2_000, total: 10_000 } },
  /** Pages, and requests without a matching route. */
  page: { perMinute: 1_200, open: { visitor: 100, total: 2_000 } },
  /** Files of the build: a page loads about twenty of them with an empty cache. */
  asset: { perMinute: 12_000, open: { visitor: 300, total: 4_000 } },
  file: { perMinute: 3_000, open: { visitor: 100, total: 1_000 } },
  /** The API reference with its script of a megabyte, and the OpenAPI document. */
  reference: { perMinute: 300, open: { visitor: 20, total: 500 } },
  /** Questions of a proxy before it obtains a certificate; all come from the proxy itself. */
  certificate: { perMinute: 600, open: { visitor: 20, total: 100 } },
  /** Webhooks of the payment provider, up to 1 MiB each; the provider retries refused ones. */
  webhook: { perMinute: 6_000, open: { visitor: 50, total: 200 } },
} as const satisfies Record<string, Allowance>;

export type RouteKind = keyof typeof allowances;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allowance that applies: `call` by default; null for health probes, which are not limited. */
    kind?: RouteKind | null;
  }
}

/** Returns the kind of the matched route. */
export function routeKindOf({ is404, routeOptions }: FastifyRequest): RouteKind | null {
  if (is404) return 'page';
  const { kind = 'call' } = routeOptions.config;
  return kind;
}

const nestedCall = new AsyncLocalStorage<true>();

/** Runs calls that belong to a request that is already counted, such as those of a page's loaders. */
export const withoutAllowance = <T>(work: () => T): T => nestedCall.run(true, work);

/** Returns true while the current call belongs to a request that is already counted. */
export const isAlreadyCounted = () => nestedCall.getStore() === true;

/**
 * Returns a function that admits one request and counts it until its response is sent or its connection
 * closes. Throws as `createBudget` does when the visitor or the process has too many open requests.
 */
export function limitOpenRequests() {
  const budgets = new Map(
    Object.entries(allowances).map(([kind, { open }]) => [kind, createBudget(open)]),
  );
  return (kind: RouteKind, request: FastifyRequest, reply: FastifyReply) => {
    const release = budgets.get(kind)?.(networkOf(request), 1);
    if (release) reply.raw.once('close', release);
  };
}
