import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { allowances, isCounted, kindOf, openRequests, type RouteKind } from './allowances.ts';
import { countCalls, type Store } from './call-counts.ts';
import type { Actor } from './guard.ts';
import { isProven, keyOf, knownKey, type Per, type Spared } from './limit-keys.ts';
import { proxiesOf } from './proxies.ts';
import { networkOf } from './visitor.ts';

/** So many times within so many seconds; attempts that end like `except` are not counted. */
type Rule = {
  per: Per;
  times: number;
  within: number;
  except?: 'success' | 'refusal';
  /**
   * Whom a rule that others used up does not refuse. `known`: devices on which the account was signed in
   * to, and for rules by account also networks; each has as many attempts of its own. `proven`: who shows
   * a valid token or link, which cannot be guessed.
   */
  spares?: 'known' | 'proven';
};

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** How often is too often (decisions/0028). */
const rules: Record<Limit, readonly Rule[]> = {
  login: [
    // The network first: a request that the account's rule refuses is counted by then, so that it cannot
    // ask for ever whether it is known.
    { per: 'network', times: 50, within: quarter, except: 'success', spares: 'known' },
    { per: 'account', times: 10, within: quarter, except: 'success', spares: 'known' },
  ],
  password: [{ per: 'person', times: 10, within: quarter, except: 'success' }],
  register: [
    // Refused for a name that is taken, one has not registered yet.
    { per: 'account', times: 3, within: hour, except: 'refusal' },
    { per: 'network', times: 10, within: hour },
  ],
  join: [
    { per: 'network', times: 30, within: hour, except: 'refusal' },
    { per: 'address', times: 5, within: hour, except: 'refusal' },
    { per: 'linkedTenant', times: 60, within: hour, except: 'refusal' },
  ],
  reset: [
    { per: 'account', times: 3, within: hour, spares: 'known' },
    { per: 'network', times: 20, within: hour, spares: 'known' },
  ],
  token: [
    { per: 'network', times: 20, within: quarter, except: 'success', spares: 'proven' },
    // An invitation to a known account asks for its password, too.
    { per: 'token', times: 10, within: quarter, except: 'success' },
  ],
  lookup: [{ per: 'network', times: 10, within: minute, except: 'success', spares: 'proven' }],
  invite: [
    { per: 'tenant', times: 30, within: hour, except: 'refusal' },
    { per: 'person', times: 60, within: hour, except: 'refusal' },
    { per: 'network', times: 100, within: hour, except: 'refusal' },
    { per: 'address', times: 5, within: hour, except: 'refusal' },
  ],
  upload: [{ per: 'account', times: 20, within: hour, except: 'refusal' }],
  picture: [
    { per: 'account', times: 200, within: hour, except: 'refusal' },
    { per: 'tenant', times: 600, within: hour, except: 'refusal' },
  ],
};

type Counted = { rule: Rule; limiter: RateLimiterPostgres; key: string };

/** A minute: calls of a session and in a tenant, connections of a network, large bodies of a session. */
const general = { session: 600, tenant: 3_000, connection: 50, largeBody: 60 };

const perMinute = Object.fromEntries(
  Object.entries(allowances).map(([kind, allowance]) => [kind, allowance.perMinute]),
) as Record<RouteKind, number>;

/** Counts calls; each throws `tooManyRequests` with the seconds to wait when there were too many. */
export type Limits = {
  /** A connection to the hub. */
  connection: (request: IncomingMessage) => void;
  /** A request of this network, by the kind of its route, before anything is done for it. */
  arrival: (request: FastifyRequest, reply: FastifyReply) => void;
  /** A call of this session, in this tenant. */
  call: (actor: Actor) => void;
  /** A call of this session whose body is large, before that is read. */
  largeBody: (actor: Actor) => void;
  /** An attempt at these, before it is decided. `unavailable` when it cannot be counted. */
  attempt: (limits: readonly Limit[], request: FastifyRequest) => Promise<void>;
  /** What became of an attempt: those that a rule excepts are given back. */
  outcome: (request: FastifyRequest, status: number) => Promise<void>;
};

/**
 * The limits of the product. Attempts are counted in the database (`store`: a pool of the owner's
 * role), by all processes together; calls in memory, and told to the other processes.
 */
export function openLimits(store: Store, trustedProxies: readonly string[]): Limits {
  const { callerOf } = proxiesOf(trustedProxies);
  const count = countCalls(store, { ...general, ...perMinute });
  const admit = openRequests();
  const attempts = inDatabase(store);
  /** What a request was counted as: nothing else is given back to it. */
  const counted = new WeakMap<FastifyRequest, Counted[]>();
  return {
    connection: (request) => count('connection', networkOf({ ip: callerOf(request) })),
    arrival: (request, reply) => {
      const kind = kindOf(request);
      if (kind === null || isCounted()) return;
      count(kind, networkOf(request));
      admit(kind, request, reply);
    },
    call: ({ session, tenant }) => {
      if (session) count('session', session.id);
      if (tenant) count('tenant', tenant.id);
    },
    largeBody: ({ session }) => {
      if (session) count('largeBody', session.id);
    },
    attempt: async (limits, request) => {
      const counts: Counted[] = [];
      counted.set(request, counts);
      for (const { rule, limiter } of limits.flatMap((limit) => attempts[limit])) {
        const key = await keyOf(store, rule.per, request);
        if (key === null) continue;
        const spare = () => spared(store, rule, request);
        const count = await consume({ rule, limiter, key }, spare);
        if (count) counts.push(count);
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
  connection: () => undefined,
  arrival: () => undefined,
  call: () => undefined,
  largeBody: () => undefined,
  attempt: async () => undefined,
  outcome: async () => undefined,
};

/** Applies the allowances (`allowances.ts`) to every route, whoever registers it. */
export const limitArrivals = (app: FastifyInstance, limits: Limits) =>
  app.addHook('onRequest', async (request, reply) => limits.arrival(request, reply));

const inDatabase = (storeClient: Store) => {
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

/**
 * Counts an attempt; where the rule is used up, as `spare` says. What it was counted as, null for
 * nothing. Throws `tooManyRequests`; `unavailable` when it cannot be counted: it is refused, too.
 */
const consume = async (counted: Counted, spare: () => Promise<Spared>): Promise<Counted | null> => {
  try {
    await counted.limiter.consume(counted.key);
    return counted;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw new Failure('unavailable');
    const instead = await spare().catch(() => {
      throw new Failure('unavailable');
    });
    if (instead === 'exempt') return null;
    if (instead) return consume({ ...counted, ...instead }, async () => null);
    const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
    throw new Failure('tooManyRequests', { params: { seconds } });
  }
};

const spared = async (store: Store, rule: Rule, request: FastifyRequest): Promise<Spared> => {
  if (rule.spares === 'known') return knownKey(store, rule.per, request);
  if (rule.spares === 'proven' && (await isProven(store, request))) return 'exempt';
  return null;
};
