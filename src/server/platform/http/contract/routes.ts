import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { MemberAccess } from '#contract/admission/membership.ts';
import {
  changesVersioned,
  type Endpoint,
  type HandlerInput,
  type HandlerResult,
  type Subject,
} from '#contract/endpoint.ts';
import type { Locale } from '#locales/locales.ts';
import { runAsActor } from '#server/platform/database/actor-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { DatabaseUnavailable, retryOnce } from '#server/platform/database/driver/errors.ts';
import { isLargeBody, pictureBodyLimit } from '#server/platform/http/protection/bodies.ts';
import {
  type Limits,
  isCountedAfterBody,
  attemptLimitsOf,
} from '#server/platform/http/protection/limits.ts';
import {
  deviceTokenOf,
  deviceCookieHeader,
  createDeviceToken,
} from '#server/platform/http/visitor.ts';
import { actorContextOf, actorIdsOf, callInputOf } from './call-context.ts';
import {
  createGuard,
  type Actor,
  type Guard,
  type GuardOptions,
  type AuthSession,
  type GuardedReader,
  type Member,
  type Membership,
  type TenantScope,
} from './guard.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { idempotentRunner } from './idempotency.ts';
import { ifMatchOf } from './if-match.ts';
import type { ChunkedList } from './list-chunks.ts';
import { configOf, schemaOf } from './route-schema.ts';
import { prepareAnswer, sendAnswer } from './send-answer.ts';
import { skipBodyValidation, readUpload, registerUploads } from './uploads.ts';

type CallIdentity<E extends Endpoint> = E['access'] extends { who: 'member'; operatorToo: true }
  ? { session: AuthSession; tenant: TenantScope | null; membership: Membership | null }
  : E['access'] extends { who: 'member' }
    ? E['method'] extends 'GET'
      ? { tenant: GuardedReader }
      : Member
    : E['access'] extends { who: 'anyone' }
      ? { session: AuthSession | null }
      : { session: AuthSession };

/** Input of a handler: parsed input, and the identity that the guard established. */
export type CallInput<E extends Endpoint> = HandlerInput<E> &
  CallIdentity<E> & { locale: Locale; statedLocale: Locale | null; userAgent: string };

/** Result of a handler; GET calls of members may read a list without paging in chunks. */
type Answer<E extends Endpoint> =
  | HandlerResult<E>
  | (CallIdentity<E> extends { tenant: GuardedReader }
      ? HandlerResult<E> extends (infer T)[]
        ? ChunkedList<T>
        : never
      : never);

/** One handler per endpoint; a missing handler or a wrong reply type does not compile. */
export type Handlers<S extends Subject> = {
  [E in keyof S['endpoints']]: (
    call: CallInput<S['endpoints'][E]>,
  ) => Promise<Answer<S['endpoints'][E]>>;
};

type Handler = (call: unknown) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** True if the body is a stream of any length. */
    upload?: boolean;
  }
}

type RouteDependencies = GuardOptions & { database: Database; limits: Limits; isSecure: boolean };

/** Registers every endpoint of a subject under `/api`, guarded by its declared access and limits. */
export function subjectRegistrar(app: FastifyInstance, dependencies: RouteDependencies) {
  const routes = routeBuilder(dependencies);
  return <S extends Subject>(subject: S, handlers: Handlers<S>) => {
    for (const [name, endpoint] of Object.entries(subject.endpoints)) {
      const url = `/api${endpoint.path}`;
      const route: RouteOptions = {
        method: endpoint.method,
        url,
        schema: schemaOf(subject.name, endpoint),
        ...largeBodyLimit(endpoint),
        config: configOf(subject.name, endpoint),
        ...(endpoint.upload && { validatorCompiler: skipBodyValidation }),
        ...routes(endpoint, handlers[name] as Handler),
      };
      if (endpoint.upload) registerUploads(app, (scope) => scope.route(route));
      else app.route(route);
    }
  };
}

/** Returns the limit of an endpoint that takes bodies above the default one. */
const largeBodyLimit = ({ pictures, bodyLimit = pictures && pictureBodyLimit }: Endpoint) =>
  bodyLimit !== undefined && { bodyLimit };

type RouteHandlers = Pick<
  RouteOptions,
  'attachValidation' | 'handler' | 'onRequest' | 'onResponse' | 'preValidation'
>;

/** Returns a function that builds the route of an endpoint from its handler. */
function routeBuilder({ database, limits, isSecure, ...options }: RouteDependencies) {
  const guard = createGuard(database, options);
  const doOnce = idempotentRunner(database);
  const toReadRoute = readRoute(guard, limits);

  /** Authorizes the call, then runs the handler: no body is read before authorization. */
  const callRoute = (endpoint: Endpoint, handler: Handler): RouteHandlers => ({
    onRequest: async (request, reply) => {
      request.actor = await guard.admit(endpoint.access, request);
      limits.call(request.actor, reply);
      // Only pictures and files make a body large; such a call is counted before its body is read.
      if (!(endpoint.pictures ?? endpoint.bodyLimit) || !isLargeBody(request)) return;
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
        const ifMatch = changesVersioned(endpoint) && { ifMatch: ifMatchOf(request) };
        const call = { ...callInputOf(request), ...request.actor, ...file, ...ifMatch };
        const device = endpoint.signsIn && (deviceTokenOf(request) ?? createDeviceToken());
        const who = { ...actorContextOf(request, attempt), ...(device && { device }) };
        const work = () => runAsActor(who, () => handler(call));
        const answer = await (endpoint.method === 'GET' ? retryOnce(work) : work());
        if (device) reply.header('set-cookie', deviceCookieHeader(device, isSecure));
        return answer;
      };
      const key = endpoint.once && idempotencyKeyOf(request);
      if (key) return doOnce(key, reply, answerTo);
      return sendAnswer(reply, endpoint, await answerTo());
    },
  });

  return (endpoint: Endpoint, handler: Handler): RouteHandlers => {
    const { access, method } = endpoint;
    return method === 'GET' && access.who === 'member' && !access.operatorToo
      ? toReadRoute(endpoint, access, handler)
      : callRoute(endpoint, handler);
  };
}

/** Returns a route that runs the handler, whose first read authorizes the call (decision 32). */
const readRoute =
  (guard: Guard, limits: Limits) =>
  (endpoint: Endpoint, access: MemberAccess, handler: Handler): RouteHandlers => ({
    // Unauthorized callers must not see validation errors.
    attachValidation: true,
    handler: async (request, reply) => {
      const context = actorContextOf(request);
      const tenant = guard.openReader(access, request, (actor) => {
        request.actor = actor;
        Object.assign(context, actorIdsOf(actor));
        limits.call(actor, reply);
      });
      const work = async () => {
        if (request.validationError) throw request.validationError;
        return prepareAnswer(reply, endpoint, await handler({ ...callInputOf(request), tenant }));
      };
      // A refusal takes precedence over the answer, and over any error but an outage.
      const send = await retryOnce(() => runAsActor(context, work)).catch(
        async (error: unknown) => {
          if (!(error instanceof DatabaseUnavailable)) await tenant.authorized();
          throw error;
        },
      );
      await tenant.authorized();
      return send();
    },
  });

/** Reports the outcome of an attempt, which was counted before it was processed. */
const reportOutcome =
  (limits: Limits) =>
  (request: FastifyRequest, { statusCode }: FastifyReply) =>
    limits.outcome(request, statusCode);

/** Accepts a missing body for calls whose fields are all optional. */
async function defaultEmptyBody(request: FastifyRequest) {
  request.body ??= {};
}
