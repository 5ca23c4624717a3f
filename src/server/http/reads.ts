import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Access } from '#contract/access.ts';
import type { Batch } from '#server/database/batch.ts';
import { onceMore } from '#server/database/errors.ts';
import type { Actor, Guard } from './guard.ts';
import type { Limits } from './limits.ts';

/** A look at a tenant's rows, by whoever may. */
type Look = {
  access: Extract<Access, { who: 'member' }>;
  /** What is to be read. Composing it asks nobody and tells nothing: it is done before anybody looked. */
  compose: (request: FastifyRequest, tenant: string) => Batch<unknown>;
  /** Told who was let in, before they are told anything. */
  count: (actor: Actor) => void;
};

/** A call that is answered by such looks, mostly one, and by nothing else. */
type Reading = Pick<Look, 'access' | 'compose'> & {
  /** Once the answer has begun, the same caller is looked at anew whenever `readOn` reads more. */
  send: (
    reply: FastifyReply,
    answer: unknown,
    readOn: (rest: Batch<unknown>) => Promise<unknown>,
  ) => FastifyReply | Promise<never>;
};

/**
 * Routes that only read: rights and rows are asked for together, in one round trip and of one moment
 * (decision 21). What refuses them refuses them as any other call, and in the same order: whoever is not
 * admitted at once is looked at by the guard alone, before their request is.
 */
export const readings = (guard: Guard, limits: Limits) => {
  const doubts = forgetful();

  const readAfter = async ({ access, compose, count }: Look, request: FastifyRequest) => {
    const actor = await guard.admit(access, request);
    request.actor = actor;
    count(actor);
    const { tenant } = actor;
    if (!tenant) throw new Error('A member has a tenant');
    const batch = compose(request, tenant.id);
    return onceMore(() => tenant.read(batch));
  };

  const read = async (look: Look, request: FastifyRequest): Promise<unknown> => {
    const { access, compose, count } = look;
    const claim = guard.claimOf(access, request);
    const batch =
      claim && !doubts.has(claim.token) && attempt(() => compose(request, claim.tenant));
    if (!batch) return readAfter(look, request);
    const found = await guard.admitReading({ ...claim, access, request }, batch.queries);
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
    return batch.answer(found.lists);
  };

  return ({
    access,
    compose,
    send,
  }: Reading): Pick<RouteOptions, 'attachValidation' | 'handler'> => ({
    // Who may not come is not told what is wrong with their request.
    attachValidation: true,
    handler: async (request, reply) => {
      const answer = await read({ access, compose, count: limits.call }, request);
      // Still the one call that was counted.
      return send(reply, answer, (rest) =>
        read({ access, compose: () => rest, count: () => undefined }, request),
      );
    },
  });
};

/** What fails is tried again where it may be told. */
const attempt = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

const minute = 60_000;

/**
 * Tokens that were refused within this minute: they are asked about alone, which costs the database
 * little and its log nothing.
 */
const forgetful = () => {
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
