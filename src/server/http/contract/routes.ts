import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from 'fastify';
import type { Access } from '#contract/access.ts';
import type {
  HandlerResult,
  Endpoint,
  FileResponse,
  HandlerInput,
  Page,
  Subject,
} from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { runAsActor, type ActorContext } from '#server/database/actor-context.ts';
import type { Database } from '#server/database/database.ts';
import { retryOnce } from '#server/database/driver/errors.ts';
import type { Pipeline } from '#server/database/driver/pipeline.ts';
import { isCountedAfterBody, attemptLimitsOf } from '#server/http/protection/attempt-limits.ts';
import { isLargeBody, pictureBodyLimit } from '#server/http/protection/bodies.ts';
import type { Limits } from '#server/http/protection/limits.ts';
import {
  deviceTokenOf,
  deviceCookieHeader,
  localeOf,
  networkOf,
  createDeviceToken,
} from '#server/http/visitor.ts';
import {
  createGuard,
  type Actor,
  type Membership,
  type AuthSession,
  type TenantScope,
} from './guard.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { idempotentRunner } from './idempotency.ts';
import { streamChunks, type ListChunk, type ReadNextChunk } from './list-chunks.ts';
import { readRoutes } from './reads.ts';
import { nextUrl, schemaOf } from './route-schema.ts';
import { sendFile } from './send-file.ts';
import { skipBodyValidation, readUpload, registerUploads } from './uploads.ts';

type CallIdentity<A extends Access> = A extends { who: 'member'; operatorToo: true }
  ? { session: AuthSession; tenant: TenantScope | null; membership: Membership | null }
  : A extends { who: 'member' }
    ? { session: AuthSession; tenant: TenantScope; membership: Membership }
    : A extends { who: 'anyone' }
      ? { session: AuthSession | null }
      : { session: AuthSession };

/** Input of a handler: parsed input, and the identity that the guard established. */
export type CallInput<E extends Endpoint> = HandlerInput<E> &
  CallIdentity<E['access']> & { locale: Locale; userAgent: string };

/** Unverified input of a read-only call; `tenant` is the one that it names. */
type ReadInput<E extends Endpoint> = HandlerInput<E> & { tenant: string };

/** Read-only endpoint that one batch of queries on a member's tenant answers. */
type ReadHandler<E extends Endpoint> = E extends { method: 'GET'; access: { who: 'member' } }
  ? E['access'] extends { operatorToo: true }
    ? never
    : { reads: (question: ReadInput<E>) => Pipeline<HandlerResult<E>> } | ChunkedHandler<E>
  : never;

/** Endpoint for a list without paging that may be long. */
type ChunkedHandler<E extends Endpoint> =
  HandlerResult<E> extends (infer T)[]
    ? { portions: (question: ReadInput<E>) => Pipeline<ListChunk<T>> }
    : never;

/** One handler per endpoint; a missing handler or a wrong reply type does not compile. */
export type Handlers<S extends Subject> = {
  [E in keyof S['endpoints']]:
    | ((call: CallInput<S['endpoints'][E]>) => Promise<HandlerResult<S['endpoints'][E]>>)
    | ReadHandler<S['endpoints'][E]>;
};

type Handler =
  | ((call: unknown) => Promise<unknown>)
  | { reads: (question: unknown) => Pipeline<unknown> }
  | { portions: (question: unknown) => Pipeline<ListChunk<unknown>> };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** True if the body is a stream of any length. */
    upload?: boolean;
  }
}

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type RouteDependencies = {
  database: Database;
  limits: Limits;
  /** True if visitors use https. */
  isSecure: boolean;
};

/** Registers every endpoint of a subject under `/api`, guarded by its declared access and limits. */
export const subjectRegistrar = (app: FastifyInstance, door: RouteDependencies) => {
  const routes = routeBuilder(door);
  return <S extends Subject>(subject: S, handlers: Handlers<S>) => {
    const byPath = new Map<string, HTTPMethods[]>();
    for (const [name, endpoint] of Object.entries(subject.endpoints)) {
      const url = `/api${endpoint.path}`;
      byPath.set(url, [...(byPath.get(url) ?? []), endpoint.method]);
      const route: RouteOptions = {
        method: endpoint.method,
        url,
        schema: schemaOf(subject.name, endpoint),
        ...(endpoint.pictures && { bodyLimit: pictureBodyLimit }),
        ...(endpoint.ignoresBody && { config: { ignoresBody: true } }),
        ...(endpoint.upload && { validatorCompiler: skipBodyValidation, config: { upload: true } }),
        ...routes(endpoint, handlers[name] as Handler),
      };
      if (endpoint.upload) registerUploads(app, (scope) => scope.route(route));
      else app.route(route);
    }
    for (const [url, allowed] of byPath) refuseOtherMethods(app, url, allowed);
  };
};

type RouteHandlers = Pick<
  RouteOptions,
  'attachValidation' | 'handler' | 'onRequest' | 'onResponse' | 'preValidation'
>;

/** Returns a function that builds the route of an endpoint from its handler. */
const routeBuilder = ({ database, limits, isSecure }: RouteDependencies) => {
  const gate = createGuard(database);
  const doOnce = idempotentRunner(database);
  const readAtOnce = readRoutes(gate, limits);

  const calling = (
    endpoint: Endpoint,
    handler: (call: unknown) => Promise<unknown>,
  ): RouteHandlers => ({
    onRequest: async (request) => {
      request.actor = await gate.admit(endpoint.access, request);
      limits.call(request.actor);
      // Only pictures make a body large; such a call is counted before its body is read.
      if (!endpoint.pictures || !isLargeBody(request)) return;
      limits.largeBody(request.actor);
      await limits.attempt(attemptLimitsOf(endpoint), request);
    },
    ...(endpoint.limit && { onResponse: reportOutcome(limits) }),
    ...(endpoint.body && { preValidation: defaultEmptyBody }),
    handler: async (request, reply) => {
      const answerTo = async (attempt?: string) => {
        if (isCountedAfterBody(endpoint, request))
          await limits.attempt(attemptLimitsOf(endpoint), request);
        const file = endpoint.upload && { file: await readUpload(request) };
        const call = { ...callInputOf(request), ...file };
        const device = endpoint.signsIn && (deviceTokenOf(request) ?? createDeviceToken());
        const who = { ...actorContextOf(request, attempt), ...(device && { device }) };
        const work = () => runAsActor(who, () => handler(call));
        const answer = await (endpoint.method === 'GET' ? retryOnce(work) : work());
        if (device) reply.header('set-cookie', deviceCookieHeader(device, isSecure));
        return answer;
      };
      const key = endpoint.once && idempotencyKeyOf(request);
      if (key) return doOnce(key, reply, answerTo);
      return send(reply, endpoint, await answerTo());
    },
  });

  return (endpoint: Endpoint, handler: Handler): RouteHandlers => {
    const { access } = endpoint;
    if (typeof handler === 'function') return calling(endpoint, handler);
    if (access.who !== 'member') throw new Error(`${endpoint.path} is not for members`);
    const question = 'portions' in handler ? handler.portions : handler.reads;
    return readAtOnce({
      access,
      compose: ({ validationError, params, query }, tenant) => {
        if (validationError) throw validationError;
        return question({ params, query, tenant });
      },
      send: (reply, answer, readOn) => {
        if (!('portions' in handler)) return send(reply, endpoint, answer);
        const portion = answer as ListChunk<unknown>;
        if (!portion.rest) return send(reply, endpoint, portion.items);
        return streamChunks(reply.code(200), portion, readOn as ReadNextChunk);
      },
    });
  };
};

/** Reports the outcome of an attempt, which was counted before it was processed. */
const reportOutcome =
  (limits: Limits) =>
  (request: FastifyRequest, { statusCode }: FastifyReply) =>
    limits.outcome(request, statusCode);

/** Accepts a missing body for calls whose fields are all optional. */
const defaultEmptyBody = async (request: FastifyRequest) => {
  request.body ??= {};
};

/** Returns the actor and origin of a call, for the audit log and new sessions. */
const actorContextOf = (request: FastifyRequest, attempt?: string): ActorContext => ({
  user: request.actor.session?.user ?? null,
  impersonator: request.actor.session?.impersonator ?? null,
  request: request.id,
  network: networkOf(request),
  ...(attempt && { attempt }),
});

const callInputOf = (request: FastifyRequest) => ({
  params: request.params,
  query: request.query,
  body: request.body,
  ...request.actor,
  locale: localeOf(request),
  userAgent: String(request.headers['user-agent'] ?? ''),
});

const isEmpty = (content: unknown) =>
  content === undefined || content === null || (Array.isArray(content) && content.length === 0);

const send = (reply: FastifyReply, endpoint: Endpoint, answer: unknown) => {
  if (endpoint.file) return sendFile(reply, answer as FileResponse);
  const { items, next } = endpoint.paged
    ? (answer as Page<unknown>)
    : { items: answer, next: null };
  if (next) reply.header('link', `<${nextUrl(reply.request.url, next)}>; rel="next"`);
  return isEmpty(items) ? reply.code(204).send() : reply.code(200).send(items);
};

const refuseOtherMethods = (app: FastifyInstance, url: string, allowed: HTTPMethods[]) =>
  app.route({
    method: methods.filter((verb) => !allowed.includes(verb)),
    url,
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new Failure('methodNotAllowed');
    },
  });
