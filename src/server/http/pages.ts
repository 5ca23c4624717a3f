import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import middie from '@fastify/middie';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Api } from '#contract/caller.ts';
import { Failure } from '#contract/errors.ts';
import { pageHeaders } from './page-headers.ts';

type Options = {
  /** Pages straight from their sources, with hot reload. */
  dev: boolean;
  /** The product's calls as the visitor of a request would make them. */
  apiFor: (request: FastifyRequest) => Api;
};

/** What `src/web/entry.server.tsx` exports beside what React Router asks for. */
type WebBuild = ServerBuild & {
  entry: {
    module: {
      visit: (
        context: RouterContextProvider,
        request: Request,
        given: { api: Api; nonce: string | undefined; report: (error: unknown) => void },
      ) => void;
    };
  };
};

/** The web app as it is served now: one build in production, the latest sources while developing. */
type Web = {
  current: () => Promise<{ build: WebBuild; handle: ReturnType<typeof createRequestHandler> }>;
  /** The script with the texts of a language: pages need it first, and name it last. */
  textsOf: (locale: string) => string | undefined;
};

const root = join(import.meta.dirname, '../../..');
const client = join(root, 'build/client');

/** Serves the web app on every path that nothing else serves. */
export async function registerPages(app: FastifyInstance, { dev, apiFor }: Options) {
  const web = dev ? await develop(app) : await produce(app);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw new Failure('notFound');
    const nonce = dev ? undefined : randomBytes(16).toString('base64');
    const { build, handle } = await web.current();
    const asked = toRequest(request, reply);
    const context = new RouterContextProvider();
    build.entry.module.visit(context, asked, {
      api: apiFor(request),
      nonce,
      report: (error) => request.log.error({ err: error }, 'a page failed'),
    });
    const answer = await handle(asked, context);
    reply.code(answer.status).headers(Object.fromEntries(answer.headers));
    reply.headers(pageHeaders(nonce));
    const texts = web.textsOf(answer.headers.get('content-language') ?? '');
    if (texts) reply.header('link', `<${texts}>; rel=modulepreload`);
    return send(request, reply, Buffer.from(await answer.arrayBuffer()));
  });
}

/** Calls, the hub and files are no pages: what is missing among them is simply not found. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|hub|assets|files|sandbox\/[^?]*\.json)\b/i.test(url);

const toRequest = ({ method, url, headers }: FastifyRequest, reply: FastifyReply) => {
  const abort = new AbortController();
  reply.raw.on('close', () => abort.abort());
  const { cookie, accept } = headers;
  return new Request(`http://localhost${url}`, {
    method,
    headers: { ...(cookie && { cookie }), ...(accept && { accept }) },
    signal: abort.signal,
  });
};

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

const send = async (request: FastifyRequest, reply: FastifyReply, body: Buffer) => {
  reply.headers({ vary: 'Cookie, Accept-Encoding', 'cache-control': 'private, no-cache' });
  if (body.length === 0) return reply.send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (!encoding || body.length < 1_000) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compressors[encoding](body));
};

/** The built web app: assets for ever, everything else asked for again. */
const produce = async (app: FastifyInstance): Promise<Web> => {
  const entry = join(root, 'build/server/index.js');
  if (!existsSync(entry)) throw new Error('The web app is not built: `npm start` builds it.');
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  await app.register(serveFiles, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    index: false,
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  });
  await app.register(serveFiles, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    index: false,
    maxAge: '1h',
    decorateReply: false,
  });
  const manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  const current = { build, handle: createRequestHandler(build, 'production') };
  return {
    current: async () => current,
    textsOf: (locale) => {
      const file = manifest[`src/locales/${locale}.ts`]?.file;
      return file && `/${file}`;
    },
  };
};

/** The sources, compiled as they are asked for. */
const develop = async (app: FastifyInstance): Promise<Web> => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  await app.register(middie);
  app.use((request, response, next) =>
    /^\/(api|hub|files)\b/i.test(request.url ?? '')
      ? next()
      : vite.middlewares(request, response, next),
  );
  return {
    current: async () => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild;
      return { build, handle: createRequestHandler(build, 'development') };
    },
    textsOf: () => undefined,
  };
};
