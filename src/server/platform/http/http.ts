import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifySerializerCompiler,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Subject } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { contract } from '#contract/index.ts';
import type { Config } from '#server/config.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import { sendFailure, toProblem } from './contract/failures.ts';
import { decorateSite } from './hosts/serve-hosts.ts';
import { createOutages, omitOutages, type Outages } from './observability/outages.ts';
import { registerBodyParsers, defaultBodyLimit } from './protection/bodies.ts';
import { trustedProxiesOf } from './protection/proxies.ts';
import { addSecurityHeaders } from './protection/security-headers.ts';
import {
  discardRefusedBodies,
  limitPipelining,
  closeSlowBodies,
  keepOpenWhileResponding,
  defaultTimeouts,
  serverTimeouts,
} from './protection/slow-clients.ts';
import { serveInTurns } from './protection/turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Record of lost and found dependencies. */
    outages: Outages;
  }
}

type LogSettings = Pick<Config, 'logLevel' | 'logTo'>;

/**
 * Configures logging. Paths are logged as their route template, so that no token or password in a path
 * is written (R-SEC-12). Lines that are logged during a request include its id.
 */
const loggerOptions = ({ logLevel, logTo }: LogSettings, outages: Outages) => ({
  level: logLevel,
  hooks: { logMethod: omitOutages(outages) },
  ...(logTo && { stream: logTo }),
  mixin: (_line: object, _level: number, logger: { bindings: () => object }) =>
    'reqId' in logger.bindings() ? {} : { reqId: currentActor()?.request },
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string } }) => ({
      method: request.method,
      route: request.routeOptions?.url,
    }),
  },
});

/**
 * Serializes replies by their schema: fields that it does not name are dropped, and a mismatch is a
 * bug. Uses safeParse, not encode: no schema of the contract transforms values. The schema is compiled at
 * the first reply, as compiling all of them would delay the start by 0.1 seconds (decision 37).
 */
const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  let compiled: z.ZodType | undefined;
  return (reply) => {
    compiled ??= z.compile(schema);
    const { data, error } = compiled.safeParse(reply);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};

/** Compilers of schemas; given with the options, so that Fastify loads none of its own. Its types know only those. */
const compilersFactory = {
  buildValidator: () => validatorCompiler as never,
  buildSerializer: () => serializerCompiler as never,
};

/** Format of acceptable request ids: safe in headers and logs. */
const requestIdPattern = /^[\w.-]{8,64}$/;

/** Creates a Fastify server with the conventions of the API: JSON in, JSON or problem documents out. */
export function createHttp(
  config: LogSettings & Partial<Pick<Config, 'trustedProxies' | 'publicUrl'>>,
  patience = defaultTimeouts,
): FastifyInstance {
  const trusted = config.trustedProxies ?? [];
  const proxies = trustedProxiesOf(trusted);
  const outages = createOutages(() => app.log);
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(config, outages),
    // The server log and the audit log share this id across processes. A trusted proxy may have set it.
    genReqId: (request) => {
      const given = proxies.isFromProxy(request) && request.headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
    trustProxy: trusted.length > 0 && proxies.isTrusted,
    bodyLimit: defaultBodyLimit,
    schemaController: { compilersFactory },
    // Requests that arrive during shutdown are still answered (`shutdown.ts`).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 400 },
    ...serverTimeouts(patience),
    // Malformed URLs.
    frameworkErrors: sendFailure,
    clientErrorHandler: onClientError,
    rewriteUrl: originForm,
  });
  app.setErrorHandler(sendFailure);
  registerBodyParsers(app);
  app.decorate('outages', outages);
  app.decorateRequest('actor');
  decorateSite(app);
  serveInTurns(app, proxies);
  limitPipelining(app);
  closeSlowBodies(app, patience.body);
  discardRefusedBodies(app, patience.body);
  keepOpenWhileResponding(app);
  addSecurityHeaders(app, config.publicUrl);
  // Ignore unknown `Expect` values (RFC 9110 §10.1.1); otherwise Node answers 417 itself.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.all('/api/*', { schema: { hide: true } }, refuseUnknown);
  return app;
}

const absoluteForm = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i;

/** Returns path and query of a request; an absolute-form target sets `Host` (RFC 9112 §3.2.2). */
function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const [, host, target = ''] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return target.startsWith('/') ? target : `/${target}`;
}

/**
 * Responds to input that Node could not parse as a request: 413 for a head that is too long, 408 for
 * one that is incomplete in time, 400 for any other. Closes a connection that sent nothing without a
 * response, since a browser takes an unsolicited response for the one to its next request on that
 * connection.
 */
function onClientError({ code }: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || code === 'ECONNRESET' || socket.bytesRead === 0) {
    return void socket.destroy();
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return sendRawResponse(socket, 408);
  const failure = new Failure(code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'validation');
  const problem = toProblem(failure);
  sendRawResponse(socket, problem.status, JSON.stringify(problem));
}

function sendRawResponse(socket: Socket, status: number, body = '') {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(body && ['content-type: application/problem+json; charset=utf-8']),
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Methods of calls. A path that has some of them is refused with 405 for the others. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

type KnownPath = { pattern: RegExp; allowed: Set<string> };
let known: KnownPath[] | undefined;

/** Lists the paths of the contract, when the first unknown request comes: routes for them would delay the start. */
function listPaths(): KnownPath[] {
  const byPath = new Map<string, Set<string>>();
  for (const { endpoints } of Object.values<Subject>(contract)) {
    for (const { path, method } of Object.values(endpoints))
      byPath.set(path, (byPath.get(path) ?? new Set()).add(method));
  }
  return [...byPath].map(([path, allowed]) => {
    const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part));
    return { pattern: new RegExp(`^/api${parts.join('/')}/?$`, 'i'), allowed };
  });
}

/**
 * Refuses a request below `/api` that is no call of the contract: 405 with the allowed methods where the path is one,
 * else 404 (R-API-06).
 */
async function refuseUnknown({ url, method }: FastifyRequest, reply: FastifyReply) {
  const path = url.split('?')[0] ?? '';
  known ??= listPaths();
  const allowed = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((each) => [...each.allowed]);
  if (allowed.length === 0 || !methods.has(method)) throw new Failure('notFound');
  reply.header('allow', [...new Set(allowed)].join(', '));
  throw new Failure('methodNotAllowed');
}
