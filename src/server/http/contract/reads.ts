import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Access } from '#contract/access.ts';
import { retryOnce } from '#server/database/driver/errors.ts';
import type { Pipeline } from '#server/database/driver/pipeline.ts';
import type { Limits } from '#server/http/protection/limits.ts';
import type { Actor, Guard } from './guard.ts';

/** Read access of a member to the rows of a tenant. */
type AuthorizedRead = {
  access: Extract<Access, { who: 'member' }>;
  /** Builds the queries. Must be pure: its input is unverified, and it runs before authorization. */
  compose: (request: FastifyRequest, tenant: string) => Pipeline<unknown>;
  /** Counts the admitted caller before any reply. */
  count: (actor: Actor) => void;
};

/** Call that consists only of such reads, mostly of one. */
type ReadRoute = Pick<AuthorizedRead, 'access' | 'compose'> & {
  /** Sends the answer; `readOn` reads more of it and authorizes the same caller again each time. */
  send: (
    reply: FastifyReply,
    answer: unknown,
    readOn: (rest: Pipeline<unknown>) => Promise<unknown>,
  ) => FastifyReply | Promise<never>;
};

/**
 * Returns routes for read-only calls: authorization and rows in one round trip and one snapshot
 * (decision 21). Refusals are the same as for other calls and in the same order: without immediate
 * admission, the guard decides alone, before the request is validated.
 */
export const readRoutes = (guard: Guard, limits: Limits) => {
  const doubts = createRefusedTokens();

  const readAfter = async ({ access, compose, count }: AuthorizedRead, request: FastifyRequest) => {
    const actor = await guard.admit(access, request);
    request.actor = actor;
    count(actor);
    const { tenant } = actor;
    if (!tenant) throw new Error('A member has a tenant');
    const batch = compose(request, tenant.id);
    return retryOnce(() => tenant.read(batch));
  };

  const read = async (look: AuthorizedRead, request: FastifyRequest): Promise<unknown> => {
    const { access, compose, count } = look;
    const claim = guard.claimOf(access, request);
    const batch = claim && !doubts.has(claim.token) && orNull(() => compose(request, claim.tenant));
    if (!batch) return readAfter(look, request);
    const found = await guard.admitAndRead({ ...claim, access, request }, batch.queries);
    if (!found) {
      doubts.add(claim.token);
      return readAfter(look, request);
    }
    request.actor = found.actor;
    try {
      count(found.actor);
    } catch (error) {
      doubts.add(claim.token);
      throw error;
    }
    return batch.toResult(found.lists);
  };

  return ({
    access,
    compose,
    send,
  }: ReadRoute): Pick<RouteOptions, 'attachValidation' | 'handler'> => ({
    // Unauthorized callers must not see validation errors.
    attachValidation: true,
    handler: async (request, reply) => {
      const answer = await read({ access, compose, count: limits.call }, request);
      // Belongs to the call that was already counted.
      return send(reply, answer, (rest) =>
        read({ access, compose: () => rest, count: () => undefined }, request),
      );
    },
  });
};

/** Returns null on failure; the slow path repeats the work and reports the error. */
const orNull = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const minute = 60_000;

/**
 * Remembers tokens that were refused in this minute. Their next calls are authorized separately, which
 * is cheap for the database and causes no errors in its log.
 */
const createRefusedTokens = () => {
  let begun = 0;
  const tokens = new Set<string>();
  return {
    add: (token: string) => {
      const now = Math.floor(performance.now() / minute);
      if (now !== begun) tokens.clear();
      begun = now;
      tokens.add(token);
    },
    has: (token: string) => tokens.has(token) && begun === Math.floor(performance.now() / minute),
  };
};
