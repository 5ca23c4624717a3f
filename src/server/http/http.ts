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
    requestTimeout: hour,
    keepAliveTimeout: 72_000,
    // Whoever is here when the process goes is still answered (`leave.ts`).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 400 },
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.decorateRequest('actor');
  endSlowBodies(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw new Failure('notFound');
  });
  return app;
};

const hour = 3_600_000;
const patience = 15_000;

/**
 * A body arrives within 15 seconds. That of an upload may take an hour, as long as something of it
 * arrives every 15 seconds; nothing more is heard of one that was refused already.
 */
const endSlowBodies = (app: FastifyInstance) =>
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const length = raw.headers['content-length'] ?? raw.headers['transfer-encoding'] ?? '0';
    if (length === '0') return;
    let heard = 0;
    const look = () => {
      const { bytesRead } = raw.socket;
      const comes = bytesRead > heard && !reply.raw.writableEnded;
      heard = bytesRead;
      if (!raw.complete && !(routeOptions.config.upload && comes)) raw.destroy();
    };
    const timer = setInterval(look, patience).unref();
    raw.once('close', () => clearInterval(timer));
  });

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
