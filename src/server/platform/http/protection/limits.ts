import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint, RateLimitKind } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/contract/guard.ts';
import type { ApiKeyIdentity } from '#server/platform/http/contract/permissions.ts';
import { networkOf } from '#server/platform/http/visitor.ts';
import {
  allowances,
  isAlreadyCounted,
  routeKindOf,
  limitOpenRequests,
  type RouteKind,
} from './allowances.ts';
import { isLargeBody } from './bodies.ts';
import { createCallCounter, generalLimits, type CounterStore } from './call-counts.ts';
import {
  hasValidToken,
  limitKeyOf,
  knownDeviceKey,
  refuseUncounted,
  type Exemption,
} from './limit-keys.ts';
import { hour, rules, type LimitRule } from './limit-rules.ts';
import { trustedProxiesOf } from './proxies.ts';

type CountedAttempt = { rule: LimitRule; limiter: RateLimiterPostgres; key: string };

const perMinute = Object.fromEntries(
  Object.entries(allowances).map(([kind, allowance]) => [kind, allowance.perMinute]),
) as Record<RouteKind, number>;

/** Counters of calls; each throws `tooManyRequests` with the seconds to wait beyond its limit. */
export type Limits = {
  connection: (request: IncomingMessage) => void;
  /** Counts a request by network and kind of route, before any other work. */
  arrival: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a call by session or API key, and by tenant; tells a key what is left (R-KEY-06). */
  call: (actor: Actor, reply: FastifyReply) => void;
  /** Counts a request of a SCIM client by tenant, and apart one that may mail an invitation (R-SCM-07). */
  scim: (tenant: string, kind: 'scim' | 'scimInvitation') => void;
  /** Counts a call with a large body by its session, before the body is read. */
  largeBody: (actor: Actor) => void;
  /** Counts an attempt before it is processed. Throws `unavailable` when it can't be counted. */
  attempt: (limits: readonly RateLimitKind[], request: FastifyRequest) => Promise<void>;
  /** Reports the result of an attempt: rules that except it give it back. */
  outcome: (request: FastifyRequest, status: number) => Promise<void>;
};

/**
 * Opens the limits of the product. Attempts are counted in the database, by all processes together
 * (`store`: a pool of the owner's role); calls are counted in memory and synchronized.
 */
export function createLimits(store: CounterStore, trustedProxies: readonly string[]): Limits {
  const { clientAddress: callerOf } = trustedProxiesOf(trustedProxies);
  const count = createCallCounter(store, { ...generalLimits, ...perMinute });
  const admit = limitOpenRequests();
  const attempts = databaseLimiters(store);
  const countKey = ({ id }: ApiKeyIdentity, reply: FastifyReply) => {
    try {
      tellLimit(reply, count('apiKey', id));
    } catch (error) {
      const { seconds } = (error as Failure).params;
      tellLimit(reply, { left: 0, seconds: Number(seconds) });
      throw error;
    }
  };
  /** Counters that a request incremented: only these are given back. */
  const counted = new WeakMap<FastifyRequest, CountedAttempt[]>();
  return {
    connection: (request) => count('connection', networkOf({ ip: callerOf(request) })),
    arrival: (request, reply) => {
      const kind = routeKindOf(request);
      if (kind === null || isAlreadyCounted()) return;
      count(kind, networkOf(request));
      admit(kind, request, reply);
    },
    call: ({ session, tenant }, reply) => {
      if (session?.key) countKey(session.key, reply);
      else if (session) count('session', session.id);
      if (tenant) count('tenant', tenant.id);
    },
    scim: (tenant, kind) => count(kind, tenant),
    largeBody: ({ session }) => session && count('largeBody', session.id),
    attempt: async (limits, request) => {
      const counts: CountedAttempt[] = [];
      counted.set(request, counts);
      for (const { rule, limiter } of limits.flatMap((limit) => attempts[limit])) {
        const key = await limitKeyOf(store, rule.per, request);
        if (key === null) continue;
        const spare = () => exemptionFor(store, rule, request);
        const count = await consume({ rule, limiter, key }, spare);
        if (count) counts.push(count);
      }
    },
    outcome: async (request, status) => {
      const ended = status < 400 ? 'success' : status < 500 ? 'refusal' : null;
      for (const { rule, limiter, key } of counted.get(request) ?? []) {
        // A failed refund leaves one attempt counted, which is harmless.
        if (rule.except === ended) await limiter.reward(key, 1).catch(() => undefined);
      }
    },
  };
}

/** Tells an API key its limit and what is left of it, in the headers of draft-ietf-httpapi-ratelimit-headers-10. */
const tellLimit = (reply: FastifyReply, { left, seconds }: { left: number; seconds: number }) =>
  reply.headers({
    'ratelimit-policy': `"key";q=${generalLimits.apiKey};w=60`,
    ratelimit: `"key";r=${left};t=${seconds}`,
  });

/** Disables limits, for tests and measurements that send from one address. */
export const noLimits: Limits = {
  connection: () => undefined,
  arrival: () => undefined,
  call: () => undefined,
  scim: () => undefined,
  largeBody: () => undefined,
  attempt: async () => undefined,
  outcome: async () => undefined,
};

/** Applies the allowances (`allowances.ts`) to every route, including those of plugins. */
export const applyAllowances = (app: FastifyInstance, limits: Limits) =>
  app.addHook('onRequest', async (request, reply) => limits.arrival(request, reply));

function databaseLimiters(storeClient: CounterStore) {
  const limiterOf = (limit: string, { per, times, within }: LimitRule) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: `${limit}:${per}${within > hour ? ':day' : ''}`,
      points: times,
      duration: within,
      // Further attempts in a flood are refused from memory, without a query.
      inMemoryBlockOnConsumed: times + 1,
    });
  const limiters = Object.entries(rules).map(([limit, of]) => [
    limit,
    of.map((rule) => ({ rule, limiter: limiterOf(limit, rule) })),
  ]);
  return Object.fromEntries(limiters) as Record<
    RateLimitKind,
    { rule: LimitRule; limiter: RateLimiterPostgres }[]
  >;
}

/**
 * Counts an attempt; if the rule is used up, `spare` decides. Returns the counter used, null for none.
 * Throws `tooManyRequests`, or `unavailable` when the attempt can't be counted.
 */
async function consume(
  counted: CountedAttempt,
  spare: () => Promise<Exemption>,
): Promise<CountedAttempt | null> {
  try {
    await counted.limiter.consume(counted.key);
    return counted;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) return refuseUncounted(reason);
    const instead = await spare().catch(refuseUncounted);
    if (instead === 'exempt') return null;
    if (instead) return consume({ ...counted, ...instead }, async () => null);
    const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
    throw new Failure('tooManyRequests', { params: { seconds } });
  }
}

async function exemptionFor(
  store: CounterStore,
  rule: LimitRule,
  request: FastifyRequest,
): Promise<Exemption> {
  if (rule.exempts === 'known') return knownDeviceKey(store, rule.per, request);
  if (rule.exempts === 'proven' && (await hasValidToken(store, request))) return 'exempt';
  return null;
}

/** Returns the attempt limits that apply to calls of this endpoint. */
export const attemptLimitsOf = ({ limit = [] }: Endpoint) => [limit].flat();

/**
 * Returns true if the limits count this call after its body is read: for endpoints that take pictures,
 * only calls with a new picture. Calls with a large body are counted before it is read.
 */
export function isCountedAfterBody({ pictures, bodyLimit }: Endpoint, request: FastifyRequest) {
  if (!pictures) return !bodyLimit || !isLargeBody(request);
  const body = request.body as Record<string, unknown>;
  const isNew = (value: unknown) => typeof value === 'string' && value.startsWith('data:');
  return !isLargeBody(request) && pictures.some((field) => isNew(body[field]));
}
