import type { FastifyRequest } from 'fastify';
import type { ActorContext } from '#server/platform/database/actor-context.ts';
import { localeOf, networkOf, statedLocaleOf } from '#server/platform/http/visitor.ts';
import type { Actor } from './guard.ts';

/** Returns who makes a call, for the audit log: a person, or an API key. */
export const actorIdsOf = (actor?: Actor) => ({
  // What a key changes is logged as done by the key.
  user: actor?.session?.key ? null : (actor?.session?.user ?? null),
  ...(actor?.session?.key && {
    service: `API key ${actor.session.key.prefix}`,
    granter: actor.session.user,
  }),
  impersonator: actor?.session?.impersonator ?? null,
  ...(actor?.session?.writes && { writes: true }),
});

/**
 * Returns the actor and origin of a call, for the audit log and new sessions. It must not refer to the
 * request: the timeout of each query keeps the context in memory.
 */
export const actorContextOf = (request: FastifyRequest, attempt?: string): ActorContext => ({
  ...actorIdsOf(request.actor),
  request: request.id,
  network: networkOf(request),
  ...(request.site.owner && { address: request.site.owner.tenant, host: request.site.name }),
  ...(attempt && { attempt }),
});

/** Returns the input of a call beside the identity of its caller. */
export const callInputOf = (request: FastifyRequest) => ({
  params: request.params,
  query: request.query,
  body: request.body,
  locale: localeOf(request),
  statedLocale: statedLocaleOf(request),
  userAgent: String(request.headers['user-agent'] ?? ''),
});
