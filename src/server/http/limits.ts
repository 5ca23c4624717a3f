import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Limit } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Actor } from './guard.ts';
import { networkOf } from './visitor.ts';

/** Whom a rule counts: the account that is named or signed in, the tenant, or the caller's network. */
type Whom = 'account' | 'tenant' | 'network';

/** So many times within so many seconds; attempts that end like `except` are not counted. */
type Rule = { per: Whom; times: number; within: number; except?: 'success' | 'refusal' };

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** How often is too often (decisions/0010). */
const rules: Record<Limit, readonly Rule[]> = {
  login: [
    { per: 'account', times: 10, within: quarter, except: 'success' },
    { per: 'network', times: 50, within: quarter, except: 'success' },
  ],
  register: [
    // Somebody who looks for a name that is free has not registered yet.
    { per: 'account', times: 3, within: hour, except: 'refusal' },
    { per: 'network', times: 10, within: hour },
  ],
  reset: [
    { per: 'account', times: 3, within: hour },
    { per: 'network', times: 20, within: hour },
  ],
  token: [
    { per: 'account', times: 5, within: quarter, except: 'success' },
    { per: 'network', times: 20, within: quarter, except: 'success' },
  ],
  lookup: [{ per: 'network', times: 10, within: minute, except: 'success' }],
  invite: [{ per: 'tenant', times: 30, within: hour, except: 'refusal' }],
  upload: [{ per: 'account', times: 20, within: hour, except: 'refusal' }],
};

type Counted = { rule: Rule; limiter: RateLimiterPostgres; key: string };

/** Any calls at all, a minute. */
const general = { network: 1_200, session: 600, tenant: 3_000 };

/** Counts calls; each throws `tooManyRequests` with the seconds to wait when there were too many. */
export type Limits = {
  /** A call of this network, before anything is asked for it. */
  arrival: (request: FastifyRequest) => Promise<void>;
  /** A call of this session, in this tenant. */
  call: (actor: Actor) => Promise<void>;
  /** An attempt, before it is decided. `unavailable` when it cannot be counted. */
  attempt: (limit: Limit, request: FastifyRequest) => Promise<void>;
  /** What became of an attempt: those that a rule excepts are given back. */
  outcome: (request: FastifyRequest, status: number) => Promise<void>;
};

/**
 * The limits of the product. Attempts are counted in the database (`store`: a pool of the owner's
 * role), by all processes together; calls in the memory of this one.
 */
export function openLimits(store: unknown): Limits {
  const calls = inMemory(general);
  const attempts = inDatabase(store);
  /** What a request was counted as: nothing else is given back to it. */
  const counted = new WeakMap<FastifyRequest, Counted[]>();
  return {
    arrival: (request) => count(calls.network, networkOf(request)),
    call: async ({ session, tenant }) => {
      if (session) await count(calls.session, session.id);
      if (tenant) await count(calls.tenant, tenant.id);
    },
    attempt: async (limit, request) => {
      const counts: Counted[] = [];
      counted.set(request, counts);
      for (const { rule, limiter } of attempts[limit]) {
        const key = keyOf(rule.per, request);
        if (key === null) continue;
        await count(limiter, key);
        counts.push({ rule, limiter, key });
      }
    },
    outcome: async (request, status) => {
      const ended = status < 400 ? 'success' : status < 500 ? 'refusal' : null;
      for (const { rule, limiter, key } of counted.get(request) ?? []) {
        // An attempt that stays counted by mistake does no harm.
        if (rule.except === ended) await limiter.reward(key, 1).catch(() => undefined);
      }
    },
  };
}

/** No limits: for tests and measurements, which come from one address as fast as they can. */
export const noLimits: Limits = {
  arrival: async () => undefined,
  call: async () => undefined,
  attempt: async () => undefined,
  outcome: async () => undefined,
};

const inMemory = <K extends string>(perMinute: Record<K, number>) => {
  const limiters = Object.entries<number>(perMinute).map(([keyPrefix, points]) => [
    keyPrefix,
    new RateLimiterMemory({ keyPrefix, points, duration: minute }),
  ]);
  // The keys are those of the argument.
  return Object.fromEntries(limiters) as Record<K, RateLimiterMemory>;
};

const inDatabase = (storeClient: unknown) => {
  const limiterOf = (limit: string, { per, times, within }: Rule) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempts',
      tableCreated: true,
      keyPrefix: `${limit}:${per}`,
      points: times,
      duration: within,
      // A flood is refused without asking the database.
      inMemoryBlockOnConsumed: times + 1,
    });
  const limiters = Object.entries(rules).map(([limit, of]) => [
    limit,
    of.map((rule) => ({ rule, limiter: limiterOf(limit, rule) })),
  ]);
  return Object.fromEntries(limiters) as Record<
    Limit,
    { rule: Rule; limiter: RateLimiterPostgres }[]
  >;
};

const count = async (limiter: RateLimiterAbstract, key: string) => {
  try {
    await limiter.consume(key);
  } catch (reason) {
    // Whoever cannot be counted does not come in either.
    if (!(reason instanceof RateLimiterRes)) throw new Failure('unavailable');
    const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
    throw new Failure('tooManyRequests', { params: { seconds } });
  }
};

type Named = { email?: unknown } | undefined;

/** Under which name a rule counts a request; null when the request has no such name. */
const keyOf = (per: Whom, request: FastifyRequest): string | null => {
  const { session, tenant } = request.actor;
  if (per === 'network') return networkOf(request);
  if (per === 'tenant') return tenant?.id ?? null;
  const email = (request.body as Named)?.email ?? (request.params as Named)?.email;
  if (typeof email === 'string' && email.trim()) return digest(email.trim().toLowerCase());
  return session?.user ?? null;
};

/** Addresses are counted, not kept. */
const digest = (email: string) => createHash('sha256').update(email).digest('base64url');
