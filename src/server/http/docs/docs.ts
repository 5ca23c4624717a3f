import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { Failure } from '#contract/errors.ts';
import { RenderedPage, sendPage } from '#server/http/pages/cache.ts';
import { scriptHash } from '#server/http/pages/headers.ts';
import { completeDocument, namedSchemas, type OpenApiDocument } from './openapi.ts';

const route = { schema: { hide: true }, config: { kind: 'reference' } } as const;

const printNamed = createJsonSchemaTransformObject({ schemaRegistry: namedSchemas });

/**
 * Describes every route registered after it in `/api/openapi.json` and on the page `/api/docs`
 * (R-API-04).
 */
export async function registerApiDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pregão', version: '1', description },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
      security: [{ session: [] }],
    },
    transform: createJsonSchemaTransform({ schemaRegistry: namedSchemas }),
    transformObject: (document) => completeDocument(printNamed(document) as OpenApiDocument),
  });
  let document: RenderedPage | undefined;
  app.get('/api/openapi.json', route, async (request, reply) => {
    document ??= staticPage('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    return sendPage(request, reply, document);
  });
  serveReference(app);
}

/**
 * Serves Scalar's page and its script of 4 MB. Both are prepared on the first request and then sent
 * from memory, compressed once: all connections share one copy.
 */
const serveReference = (app: FastifyInstance) => {
  let preparing: Promise<Reference> | undefined;
  const reference = () =>
    (preparing ??= prepareReference().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    }));
  app.get('/api/docs', route, async (request, reply) =>
    sendPage(request, reply, (await reference()).page),
  );
  const immutable = { ...route, config: { ...route.config, immutable: true } } as const;
  app.get(`${scriptPath}:name.js`, immutable, async (request, reply) => {
    const { script, path } = await reference();
    if (request.url.split('?')[0] !== path) throw new Failure('notFound');
    return sendPage(request, reply, script);
  });
};

type Reference = {
  page: RenderedPage;
  script: RenderedPage;
  /** Path of the script, with its content hash. */
  path: string;
};

/**
 * Path of the script in Scalar's page, and the prefix of its path here, which a content hash follows.
 */
const scalarScriptPath = 'js/scalar.js';
const scriptPath = '/api/docs/scalar-';

/** Extracts page and script from Scalar's plugin, which would render both for every request. */
const prepareReference = async (): Promise<Reference> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
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
  const take = async (path: string) => (await app.inject(`/api/docs/${path}`)).body;
  const [script, page] = [await take(scalarScriptPath), await take('')];
  await app.close();
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 12);
  const path = `${scriptPath}${hash}.js`;
  const html = page.replace(`"${scalarScriptPath}"`, `"${path}"`);
  if (!html.includes(path)) throw new Error('The page of the reference does not load its script');
  return {
    path,
    page: staticPage('text/html; charset=utf-8', html, {
      'content-security-policy': referencePolicy(html),
    }),
    script: staticPage('text/javascript; charset=utf-8', script),
  };
};

const staticPage = (type: string, body: string, headers: Record<string, string> = {}) =>
  new RenderedPage({
    status: 200,
    headers: { ...headers, 'content-type': type },
    body,
    seconds: 0,
  });

/**
 * Returns the content policy of the reference page: its own scripts, inline styles, and requests to
 * this server. Scalar tries `eval` and works without it, so violations are not reported.
 */
const referencePolicy = (page: string) => {
  const hashes = inlineScripts(page).map(scriptHash).join(' ');
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
