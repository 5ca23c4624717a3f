import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { acting } from '#server/database/acting.ts';
import { acceptBodies, usualBody } from './bodies.ts';
import { onClientError } from './client-errors.ts';
import { answerFailure } from './failures.ts';
import { protectReplies } from './headers.ts';
import {
  discardRests,
  endBarrages,
  endSlowBodies,
  keepWhileWorking,
  usualPatience,
  waits,
} from './patience.ts';
import { proxiesOf } from './proxies.ts';
import { originForm } from './request-target.ts';

type LogSettings = Pick<Config, 'logLevel' | 'logTo'>;

/**
 * Paths are logged as their route, so that no token or password in one is ever written down. What is
 * logged while a call is answered has its request id, whoever logs it.
 */
const loggerOf = ({ logLevel, logTo }: LogSettings) => ({
  level: logLevel,
  ...(logTo && { stream: logTo }),
  mixin: (_line: object, _level: number, logger: { bindings: () => object }) =>
    'reqId' in logger.bindings() ? {} : { reqId: acting()?.request },
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string } }) => ({
      method: request.method,
      route: request.routeOptions?.url,
    }),
  },
});

/**
 * How replies are written: what their schema does not name stays here, and one that is not as it says
 * is a bug. Read as a caller reads it: what none of our schemas changes need not be changed back.
 */
const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (reply) => {
    const { data, error } = schema.safeParse(reply);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };

/** An id that says nothing but itself, wherever it is shown. */
const wellFormed = /^[\w.-]{8,64}$/;

/** A Fastify that speaks the house's conventions: JSON in, JSON or problem documents out. */
export const createHttp = (
  config: LogSettings & Partial<Pick<Config, 'trustedProxies' | 'publicUrl'>>,
  patience = usualPatience,
): FastifyInstance => {
  const trusted = config.trustedProxies ?? [];
  const proxies = proxiesOf(trusted);
  const app = Fastify({
    logger: loggerOf(config),
    // Named alike in the log of the server and in the audit log, whichever process answers; by a
    // proxy of ours, if one has named it already.
    genReqId: (request) => {
      const given = proxies.handedOver(request) && request.headers['x-request-id'];
      return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
    },
    trustProxy: trusted.length > 0 && proxies.trusts,
    bodyLimit: usualBody,
    // Whoever is here when the process goes is still answered (`leave.ts`).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 400 },
    ...waits(patience),
    // An address that cannot be read.
    frameworkErrors: answerFailure,
    clientErrorHandler: onClientError,
    rewriteUrl: originForm,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  acceptBodies(app);
  app.decorateRequest('actor');
  endBarrages(app);
  endSlowBodies(app, patience.body);
  discardRests(app, patience.body);
  keepWhileWorking(app);
  protectReplies(app, config.publicUrl);
  // What somebody expects that nobody knows need not be met (RFC 9110, 10.1.1): we answer, not Node.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new Failure('notFound');
  });
  return app;
};
