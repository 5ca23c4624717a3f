import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { hashOf } from './page-headers.ts';

const hidden = { schema: { hide: true }, config: { kind: 'reference' } } as const;

/** Collects every route registered after it into `/api/openapi.json` and its page `/api/docs`. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pregão', version: '1', description },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  // Made once, and one for all who are sent it: it is large, and anybody may ask for it.
  let document: Buffer | undefined;
  app.get('/api/openapi.json', hidden, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  serveReference(app);
}

/** The page is 4 MB of script: it is loaded when somebody looks at it. */
const serveReference = (app: FastifyInstance) => {
  let reference: Promise<FastifyInstance> | undefined;
  const page: RouteHandlerMethod = async ({ url }, reply) => {
    reference ??= openReference();
    const { statusCode, headers, rawPayload } = await (await reference).inject(url);
    return reply.code(statusCode).headers(headers).send(rawPayload);
  };
  for (const path of ['/api/docs', '/api/docs/*']) app.get(path, hidden, page);
};

const openReference = async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  app.addHook('onSend', async (_request, reply, page) => {
    if (typeof page === 'string') reply.header('content-security-policy', policyOf(page));
  });
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      hideClientButton: true,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  });
  return app;
};

/**
 * What the page of the reference may do: run its own scripts, and ask us. It styles itself. It is refused
 * `eval`, which it tries and does without: nobody needs a report of that.
 */
const policyOf = (page: string) => {
  const hashes = inlineScripts(page).map(hashOf).join(' ');
  return `default-src 'none'; script-src 'self' ${hashes}; style-src 'self' 'unsafe-inline'; \
img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; \
frame-ancestors 'none'; base-uri 'none'; object-src 'none'`;
};

const inlineScripts = (page: string) =>
  [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  );

const description = `Sign in with \`Authentication/Login\` and send the token as a bearer header.
Calls about one organization name it in \`X-Tenant-Key\`. Empty lists answer 204. Refusals are
\`application/problem+json\` with a \`code\` that is a translation key. Too many calls answer 429 with
\`Retry-After\`. What creates or charges takes an \`Idempotency-Key\`: sent again with the same one within a
day it is answered as it was, with \`Idempotent-Replayed\`, and not done again.`;
