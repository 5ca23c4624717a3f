import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import middie from '@fastify/middie';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { Api } from '#contract/api-client.ts';
import type { AddressOrganization } from '#contract/membership.ts';
import type { PublicSettings } from '#server/config.ts';
import { root } from '#server/platform/root.ts';
import { keepAssets } from './earlier-assets.ts';

/** Context that a visit passes to the loaders of its page. */
export type RenderInput = {
  api: Api;
  site: PublicSettings;
  /** Public URL of the product, without a trailing slash. */
  origin: string;
  /** Organization whose own address the page is shown at; null at the main site. */
  organization: AddressOrganization | null;
  /** URL of the only script of static pages. */
  siteScript: string;
  nonce: string | undefined;
  report: (error: unknown) => void;
};

/** Exports of `src/web/entry.server.tsx`, in addition to those for React Router. */
type WebBuild = ServerBuild & {
  entry: {
    module: {
      visit: (context: RouterContextProvider, request: Request, given: RenderInput) => void;
      choicesKey: (cookies: string, path: string) => string;
      textsOf: (locale: string, path: string) => string;
      createRequestHandler: typeof createRequestHandler;
      RouterContextProvider: typeof RouterContextProvider;
    };
  };
};

/** Web app: the production build, or the current sources in development. */
export type WebApp = {
  isBuilt: boolean;
  answer: (request: Request, given: RenderInput) => Promise<Response>;
  /** Returns the cache key of a visitor's choices: equal keys see the same public pages. */
  choicesKey: (cookies: string, path: string) => string;
  /** Returns the URL of the script with the texts of a page, to preload it; undefined in development. */
  textsOf: (locale: string, path: string) => string | undefined;
  siteScript: string;
};

/** Returns the request handler of React Router, with a context for the visit. */
function createAnswer(build: WebBuild, mode: 'production' | 'development'): WebApp['answer'] {
  const { createRequestHandler, RouterContextProvider, visit } = build.entry.module;
  const handle = createRequestHandler(build, mode);
  return (request, given) => {
    const context = new RouterContextProvider();
    visit(context, request, given);
    return handle(request, context);
  };
}

const client = join(root, 'build/client');
const siteScript = 'src/web/layouts/site-script.ts';
const serviceWorker = 'src/web/components/installed/service-worker.ts';

/**
 * Serves the files of the build: assets are cached forever, all others are revalidated. Assets of earlier
 * builds are served from the folder where they are kept.
 */
export async function loadBuiltWebApp(
  app: FastifyInstance,
  keptAssets: string | null,
): Promise<WebApp> {
  const entry = join(root, 'build/server/index.js');
  if (!existsSync(entry)) throw new Error('Web app is not built: run `npm start`.');
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  const config = { kind: 'asset' } as const;
  const assets = join(client, 'assets');
  if (keptAssets) await keepAssets(app, assets, keptAssets);
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, ...config }));
    await scope.register(serveFiles, {
      root: keptAssets ? [assets, keptAssets] : assets,
      prefix: '/assets/',
      index: false,
      maxAge: '1y',
      immutable: true,
      preCompressed: true,
      decorateReply: false,
    });
  });
  await app.register(serveFiles, { root: client, serve: false, maxAge: '1h' });
  for (const file of await publicFiles()) {
    app.get(`/${file}`, { schema: { hide: true }, config }, (_request, reply) =>
      reply.sendFile(file),
    );
  }
  const manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  const made = (source: string) => {
    const file = manifest[source]?.file;
    return file && `/${file}`;
  };
  await serveWorker(app, join(client, made(serviceWorker) ?? ''), build.assets.version);
  return {
    isBuilt: true,
    answer: createAnswer(build, 'production'),
    choicesKey: build.entry.module.choicesKey,
    textsOf: (locale, path) => made(build.entry.module.textsOf(locale, path)),
    siteScript: made(siteScript) ?? '',
  };
}

/**
 * Serves the service worker with the version of the build, so that each build is another worker. It may load
 * what is ours, and no cache keeps it: every process of a deployment answers with what it serves.
 */
async function serveWorker(app: FastifyInstance, file: string, version: string) {
  const script = await readFile(file, 'utf8');
  app.get(
    '/service-worker.js',
    { schema: { hide: true }, config: { kind: 'asset' } },
    (_request, reply) =>
      reply
        .headers({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': "default-src 'none'; connect-src 'self'",
        })
        .send(`const buildVersion=${JSON.stringify(version)};${script}`),
  );
}

/** Returns files with a fixed URL outside of the assets, such as icons and downloads. */
async function publicFiles() {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(client, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !/^(assets|\.vite)\//.test(path));
}

/** Compiles the sources on request, with hot reload. */
export async function createDevWebApp(app: FastifyInstance): Promise<WebApp> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  await app.register(middie);
  app.use((request, response, next) =>
    /^\/(api|hub)\b/i.test(request.url ?? '') ? next() : vite.middlewares(request, response, next),
  );
  return {
    isBuilt: false,
    answer: async (request, given) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild;
      return createAnswer(build, 'development')(request, given);
    },
    choicesKey: () => '',
    textsOf: () => undefined,
    siteScript: `/${siteScript}`,
  };
}
