import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import { sendFailure } from './contract/failures.ts';
import { refuseUnknown } from './contract/refuse-unknown.ts';
import { decorateSite } from './hosts/serve-hosts.ts';
import { createOutages, omitOutages, type Outages } from './observability/outages.ts';
import { registerBodyParsers, defaultBodyLimit } from './protection/bodies.ts';
import { onClientError } from './protection/client-errors.ts';
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
export const createHttp = (
  config: LogSettings & Partial<Pick<Config, 'trustedProxies' | 'publicUrl'>>,
  patience = defaultTimeouts,
): FastifyInstance => {
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
};

const absoluteForm = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i;

/** Returns path and query of a request; an absolute-form target sets `Host` (RFC 9112 §3.2.2). */
const originForm = (request: Pick<IncomingMessage, 'url' | 'headers'>): string => {
  const { url = '/' } = request;
  const [, host, target = ''] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return target.startsWith('/') ? target : `/${target}`;
};
