import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { Failure } from '#contract/errors.ts';
import { defaultLocale, locales, type Locale } from '#locales/locales.ts';
import { RenderedPage, sendPage } from '#server/platform/http/pages/cache.ts';
import { scriptHash } from '#server/platform/http/pages/headers.ts';
import { localeOf } from '#server/platform/http/visitor.ts';
import { withInputRules } from './input-rules.ts';
import { completeDocument, namedSchemas, type OpenApiDocument } from './openapi.ts';
import { withPortablePatterns } from './portable-patterns.ts';
import { readReference, scriptPath } from './reference.ts';

const route = { schema: { hide: true }, config: { kind: 'reference' } } as const;

/** Ways to authenticate: the session of a person, and for the calls that say so an API key of an organization. */
const securitySchemes = {
  session: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'prg_…' },
} as const;

const printNamed = createJsonSchemaTransformObject({ schemaRegistry: namedSchemas });

/** Describes every later route in `/api/openapi.json` and on the page `/api/docs` (R-API-04). */
export async function registerApiDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pregão', version: '1', description },
      components: { securitySchemes },
      security: [{ session: [] }],
    },
    transform: createJsonSchemaTransform({ schemaRegistry: namedSchemas }),
    transformObject: (document) =>
      withPortablePatterns(
        withInputRules(completeDocument(printNamed(document) as OpenApiDocument)),
      ),
  });
  let document: RenderedPage | undefined;
  app.get('/api/openapi.json', route, async (request, reply) => {
    document ??= staticPage('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    return sendPage(request, reply, document);
  });
  serveReference(app);
}

/** Serves the pages and Scalar's script (4 MB), read on the first request and shared by all connections. */
function serveReference(app: FastifyInstance) {
  let reading: ReturnType<typeof pagesOfReference> | undefined;
  const reference = () =>
    (reading ??= pagesOfReference().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
  app.get('/api/docs', route, async (request, reply) => {
    const { pages } = await reference();
    return sendPage(request, reply, pages[localeOf(request)]);
  });
  const immutable = { ...route, config: { ...route.config, immutable: true } } as const;
  app.get(`${scriptPath}:name.js`, immutable, async (request, reply) => {
    const { html, script } = await reference();
    const [path = ''] = request.url.split('?');
    if (!html.includes(`"${path}"`)) throw new Failure('notFound');
    return sendPage(request, reply, script);
  });
}

async function pagesOfReference() {
  const files = await readReference();
  const html = String(files[`page-${defaultLocale}.html`]);
  const pages = locales.map((locale) => {
    const text = String(files[`page-${locale}.html`]);
    const headers = {
      'content-security-policy': referencePolicy(text),
      vary: 'Cookie, Accept-Language',
    };
    return [locale, staticPage('text/html; charset=utf-8', text, headers)];
  });
  return {
    html,
    pages: Object.fromEntries(pages) as Record<Locale, RenderedPage>,
    script: new RenderedPage({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
      body: files['scalar.js'],
      encoded: { br: files['scalar.js.br'], gzip: files['scalar.js.gz'] },
      seconds: 0,
    }),
  };
}

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
function referencePolicy(page: string) {
  const hashes = inlineScripts(page).map(scriptHash).join(' ');
  return `default-src 'none'; script-src 'self' ${hashes}; style-src 'self' 'unsafe-inline'; \
img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; \
frame-ancestors 'none'; base-uri 'none'; object-src 'none'`;
}

const inlineScripts = (page: string) =>
  [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  );

const description = `Programs send an API key of an organization as a bearer header; owners and admins create it in the
settings, and a call says which scope the key needs. Its \`RateLimit\` header tells what is left of 600 calls a minute.
People sign in with \`Authentication/Login\` and send the token as a bearer header; their calls about one organization name it in
\`X-Tenant-Key\`. Empty lists answer 204. Refusals are
\`application/problem+json\` with a \`code\` that is a translation key. Too many calls answer 429 with
\`Retry-After\`. What creates or charges takes an \`Idempotency-Key\`: sent again with the same one within a
day it is answered as it was, with \`Idempotent-Replayed\`, and not done again.`;
