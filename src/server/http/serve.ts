import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from 'fastify';
import { z } from 'zod';
import type { Access } from '#contract/access.ts';
import type { Answer, Endpoint, FileAnswer, Input, Page, Subject } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { actingAs, type Acting } from '#server/database/acting.ts';
import type { Batch } from '#server/database/batch.ts';
import type { Database } from '#server/database/database.ts';
import { onceMore } from '#server/database/errors.ts';
import { isLarge, pictureBody } from './bodies.ts';
import { isCounted, limitsOf } from './counted.ts';
import { guard, type Actor, type Membership, type Session, type Tenant } from './guard.ts';
import type { Limits } from './limits.ts';
import { keyHeaders, keyOf } from './once-key.ts';
import { once } from './once.ts';
import { sendPortions, type Portion, type ReadOn } from './portions.ts';
import { readings } from './reads.ts';
import { sendFile } from './send-file.ts';
import { uncheckedBody, uploadOf, uploadSchema, withUploads } from './uploads.ts';
import { deviceOf, keepDevice, localeOf, networkOf, newDevice } from './visitor.ts';

type Known<A extends Access> = A extends { who: 'member'; operatorToo: true }
  ? { session: Session; tenant: Tenant | null; membership: Membership | null }
  : A extends { who: 'member' }
    ? { session: Session; tenant: Tenant; membership: Membership }
    : A extends { who: 'anyone' }
      ? { session: Session | null }
      : { session: Session };

/** Input of a handler: parsed input, and the identity that the guard established. */
export type Call<E extends Endpoint> = Input<E> &
  Known<E['access']> & { locale: Locale; userAgent: string };

/** Unverified input of a read-only call; `tenant` is the one that it names. */
type Question<E extends Endpoint> = Input<E> & { tenant: string };

/** Read-only endpoint that one batch of queries on a member's tenant answers. */
type Reader<E extends Endpoint> = E extends { method: 'GET'; access: { who: 'member' } }
  ? E['access'] extends { operatorToo: true }
    ? never
    : { reads: (question: Question<E>) => Batch<Answer<E>> } | Portions<E>
  : never;

/** Endpoint for a list without paging that may be long. */
type Portions<E extends Endpoint> =
  Answer<E> extends (infer T)[]
    ? { portions: (question: Question<E>) => Batch<Portion<T>> }
    : never;

/** One handler per endpoint; a missing handler or a wrong reply type does not compile. */
export type Handlers<S extends Subject> = {
  [E in keyof S['endpoints']]:
    | ((call: Call<S['endpoints'][E]>) => Promise<Answer<S['endpoints'][E]>>)
    | Reader<S['endpoints'][E]>;
};

type Handler =
  | ((call: unknown) => Promise<unknown>)
  | { reads: (question: unknown) => Batch<unknown> }
  | { portions: (question: unknown) => Batch<Portion<unknown>> };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** True if the body is a stream of any length. */
    upload?: boolean;
  }
}

const verbs: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Door = {
  database: Database;
  limits: Limits;
  /** True if visitors use https. */
  isSecure: boolean;
};

/** Registers every endpoint of a subject under `/api`, guarded by its declared access and limits. */
export const serve = (app: FastifyInstance, door: Door) => {
  const routes = routesOf(door);
  return <S extends Subject>(subject: S, handlers: Handlers<S>) => {
    const byPath = new Map<string, HTTPMethods[]>();
    for (const [name, endpoint] of Object.entries(subject.endpoints)) {
      const url = `/api${endpoint.path}`;
      byPath.set(url, [...(byPath.get(url) ?? []), endpoint.method]);
      const route: RouteOptions = {
        method: endpoint.method,
        url,
        schema: schemaOf(subject.name, endpoint),
        ...(endpoint.pictures && { bodyLimit: pictureBody }),
        ...(endpoint.ignoresBody && { config: { ignoresBody: true } }),
        ...(endpoint.upload && { validatorCompiler: uncheckedBody, config: { upload: true } }),
        ...routes(endpoint, handlers[name] as Handler),
      };
      if (endpoint.upload) withUploads(app, (scope) => scope.route(route));
      else app.route(route);
    }
    for (const [url, allowed] of byPath) refuseOtherMethods(app, url, allowed);
  };
};

type Served = Pick<
  RouteOptions,
  'attachValidation' | 'handler' | 'onRequest' | 'onResponse' | 'preValidation'
>;

/** Returns a function that builds the route of an endpoint from its handler. */
const routesOf = ({ database, limits, isSecure }: Door) => {
  const gate = guard(database);
  const doOnce = once(database);
  const readAtOnce = readings(gate, limits);

  const calling = (endpoint: Endpoint, handler: (call: unknown) => Promise<unknown>): Served => ({
    onRequest: async (request) => {
      request.actor = await gate.admit(endpoint.access, request);
      limits.call(request.actor);
      // Only pictures make a body large; such a call is counted before its body is read.
      if (!endpoint.pictures || !isLarge(request)) return;
      limits.largeBody(request.actor);
      await limits.attempt(limitsOf(endpoint), request);
    },
    ...(endpoint.limit && { onResponse: tellOutcome(limits) }),
    ...(endpoint.body && { preValidation: takeNothingAsEmpty }),
    handler: async (request, reply) => {
      const answerTo = async (attempt?: string) => {
        if (isCounted(endpoint, request)) await limits.attempt(limitsOf(endpoint), request);
        const file = endpoint.upload && { file: await uploadOf(request) };
        const call = { ...callOf(request), ...file };
        const device = endpoint.signsIn && (deviceOf(request) ?? newDevice());
        const who = { ...actingOf(request, attempt), ...(device && { device }) };
        const work = () => actingAs(who, () => handler(call));
        const answer = await (endpoint.method === 'GET' ? onceMore(work) : work());
        if (device) reply.header('set-cookie', keepDevice(device, isSecure));
        return answer;
      };
      const key = endpoint.once && keyOf(request);
      if (key) return doOnce(key, reply, answerTo);
      return send(reply, endpoint, await answerTo());
    },
  });

  return (endpoint: Endpoint, handler: Handler): Served => {
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
        const portion = answer as Portion<unknown>;
        if (!portion.rest) return send(reply, endpoint, portion.items);
        return sendPortions(reply.code(200), portion, readOn as ReadOn);
      },
    });
  };
};

/** Reports the outcome of an attempt, which was counted before it was processed. */
const tellOutcome =
  (limits: Limits) =>
  (request: FastifyRequest, { statusCode }: FastifyReply) =>
    limits.outcome(request, statusCode);

/** Accepts a missing body for calls whose fields are all optional. */
const takeNothingAsEmpty = async (request: FastifyRequest) => {
  request.body ??= {};
};

/** Returns the actor and origin of a call, for the audit log and new sessions. */
const actingOf = (request: FastifyRequest, attempt?: string): Acting => ({
  user: request.actor.session?.user ?? null,
  impersonator: request.actor.session?.impersonator ?? null,
  request: request.id,
  network: networkOf(request),
  ...(attempt && { attempt }),
});

const callOf = (request: FastifyRequest) => ({
  params: request.params,
  query: request.query,
  body: request.body,
  ...request.actor,
  locale: localeOf(request),
  userAgent: String(request.headers['user-agent'] ?? ''),
});

const schemaOf = (tag: string, endpoint: Endpoint) => ({
  tags: [tag],
  summary: endpoint.summary,
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.upload && uploadSchema),
  ...(endpoint.once && { headers: keyHeaders }),
  response: responseOf(endpoint),
});

const responseOf = ({ reply, file }: Endpoint) => {
  if (file) return { 200: z.any().describe('A file') };
  return reply ? { 200: reply } : { 204: z.undefined().describe('Done') };
};

const isEmpty = (content: unknown) =>
  content === undefined || content === null || (Array.isArray(content) && content.length === 0);

const send = (reply: FastifyReply, endpoint: Endpoint, answer: unknown) => {
  if (endpoint.file) return sendFile(reply, answer as FileAnswer);
  const { items, next } = endpoint.paged
    ? (answer as Page<unknown>)
    : { items: answer, next: null };
  if (next) reply.header('link', `<${nextUrl(reply.request.url, next)}>; rel="next"`);
  return isEmpty(items) ? reply.code(204).send() : reply.code(200).send(items);
};

const nextUrl = (url: string, cursor: string) => {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return `${path}?${query.toString()}`;
};

const refuseOtherMethods = (app: FastifyInstance, url: string, allowed: HTTPMethods[]) =>
  app.route({
    method: verbs.filter((verb) => !allowed.includes(verb)),
    url,
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new Failure('methodNotAllowed');
    },
  });
