import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { Failure } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { answerFailure } from './failures.ts';

type LogSettings = Pick<Config, 'logLevel' | 'logTo'>;

/** Paths are logged as their route, so that no token or password in one is ever written down. */
const loggerOf = ({ logLevel, logTo }: LogSettings) => ({
  level: logLevel,
  ...(logTo && { stream: logTo }),
  serializers: {
    req: (request: { method: string; routeOptions?: { url?: string } }) => ({
      method: request.method,
      route: request.routeOptions?.url,
    }),
  },
});

/** A Fastify that speaks the house's conventions: JSON in, JSON or problem documents out. */
export const createHttp = (
  config: LogSettings & Partial<Pick<Config, 'trustedProxies'>>,
): FastifyInstance => {
  const app = Fastify({
    logger: loggerOf(config),
    // Named alike in the log of the server and in the audit log, whichever process answers.
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies ?? false,
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 400 },
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.decorateRequest('actor');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new Failure('notFound');
  });
  return app;
};

/** Callers that always send a JSON content type may leave the body out. */
const acceptEmptyJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else parse(request, body, done);
    },
  );
};
