import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { allowances, isCounted, kindOf, openRequests, type RouteKind } from './allowances.ts';
import { countCalls, type Store } from './call-counts.ts';
import type { Actor } from './guard.ts';
import { proxiesOf } from './proxies.ts';
import { networkOf } from './visitor.ts';

/** Whom a rule counts: the account that is named or signed in, the tenant, or the caller's network. */
type Whom = 'account' | 'tenant' | 'network';

/** So many times within so many seconds; attempts that end like `except` are not counted. */
type Rule = {
  per: Whom;
  times: number;
  within: number;
  except?: 'success' | 'refusal';
  /** What others used up does not count for a network from which this account was signed in to. */
  sparesKnown?: true;
};

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;

/** How often is too often (decisions/0010). */
const rules: Record<Limit, readonly Rule[]> = {
  login: [
    // The network first: whom the account refuses has still been counted, and may not ask for ever
    // whether it is known.
    { per: 'network', times: 50, within: quarter, except: 'success' },
    { per: 'account', times: 10, within: quarter, except: 'success', sparesKnown: true },
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

/** A minute: calls of a session and in a tenant, connections of a network to the hub. */
const general = { session: 600, tenant: 3_000, connection: 50 };

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
  /** An attempt, before it is decided. `unavailable` when it cannot be counted. */
  attempt: (limit: Limit, request: FastifyRequest) => Promise<void>;
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
    attempt: async (limit, request) => {
      const counts: Counted[] = [];
      counted.set(request, counts);
      for (const { rule, limiter } of attempts[limit]) {
        const key = keyOf(rule.per, request);
        if (key === null) continue;
        counts.push(await consume({ rule, limiter, key }, () => knownKey(store, rule, request)));
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
 * Counts an attempt, under another key when this one is used up and `spare` has one. Throws
 * `tooManyRequests`; `unavailable` when it cannot be counted: it does not come in either.
 */
const consume = async (
  counted: Counted,
  spare: () => Promise<string | null> = async () => null,
): Promise<Counted> => {
  try {
    await counted.limiter.consume(counted.key);
    return counted;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw new Failure('unavailable');
    const key = await spare().catch(() => {
      throw new Failure('unavailable');
    });
    if (key !== null) return consume({ ...counted, key });
    const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000));
    throw new Failure('tooManyRequests', { params: { seconds } });
  }
};

// As accounts/service/session.ts writes it.
const known = `select from sessions join users on users.id = user_id
  where lower(email) = $1 and network = sha256(convert_to(user_id || ' ' || $2, 'UTF8'))
    and impersonator_id is null and sessions.created_at > now() - interval '90 days' limit 1`;

/** The key of an account together with a network from which it was signed in to, or null. */
const knownKey = async (store: Store, { sparesKnown }: Rule, request: FastifyRequest) => {
  const email = emailOf(request);
  if (!sparesKnown || email === null) return null;
  const network = networkOf(request);
  const { rows } = await store.query(known, [email, network]);
  return rows.length > 0 ? `${digest(email)}:${network}` : null;
};

type Named = { email?: unknown } | undefined;

/** Under which name a rule counts a request; null when the request has no such name. */
const keyOf = (per: Whom, request: FastifyRequest): string | null => {
  const { session, tenant } = request.actor;
  if (per === 'network') return networkOf(request);
  if (per === 'tenant') return tenant?.id ?? null;
  const email = emailOf(request);
  return email === null ? (session?.user ?? null) : digest(email);
};

const emailOf = ({ body, params }: FastifyRequest) => {
  const email = (body as Named)?.email ?? (params as Named)?.email;
  return typeof email === 'string' && email.trim() ? email.trim().toLowerCase() : null;
};

/** Addresses are counted, not kept. */
const digest = (email: string) => createHash('sha256').update(email).digest('base64url');
