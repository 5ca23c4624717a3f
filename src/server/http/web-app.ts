import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import middie from '@fastify/middie';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { Api } from '#contract/caller.ts';
import type { PublicSettings } from '#server/config.ts';
import { root } from '#server/root.ts';

/** What a visit gives to the loaders of its page. */
export type Given = {
  api: Api;
  site: PublicSettings;
  /** Where visitors reach the product, without a trailing slash. */
  origin: string;
  /** All the script of a static page. */
  siteScript: string;
  nonce: string | undefined;
  report: (error: unknown) => void;
};

/** What `src/web/entry.server.tsx` exports beside what React Router asks for. */
type WebBuild = ServerBuild & {
  entry: {
    module: {
      visit: (context: RouterContextProvider, request: Request, given: Given) => void;
      choicesKey: (cookies: string, path: string) => string;
      textsOf: (locale: string, path: string) => string[];
      createRequestHandler: typeof createRequestHandler;
      RouterContextProvider: typeof RouterContextProvider;
    };
  };
};

/** The web app: one build in production, the latest sources while developing. */
export type WebApp = {
  isBuilt: boolean;
  answer: (request: Request, given: Given) => Promise<Response>;
  /** Names what a visitor chose: visitors with the same key see the same public pages. */
  choicesKey: (cookies: string, path: string) => string;
  /** The scripts with the texts of a page: it needs them first, and names them last. */
  textsOf: (locale: string, path: string) => string[];
  /** Where the script of static pages is. */
  siteScript: string;
};

/** Pages as React Router answers them, for a context that knows the visitor. */
const answerer = (build: WebBuild, mode: 'production' | 'development'): WebApp['answer'] => {
  const { createRequestHandler, RouterContextProvider, visit } = build.entry.module;
  const handle = createRequestHandler(build, mode);
  return (request, given) => {
    const context = new RouterContextProvider();
    visit(context, request, given);
    return handle(request, context);
  };
};

const client = join(root, 'build/client');
const siteScript = 'src/web/layouts/site-script.ts';

/** Serves the files of the build: assets are kept for ever, everything else is asked for again. */
export const builtWebApp = async (app: FastifyInstance): Promise<WebApp> => {
  const entry = join(root, 'build/server/index.js');
  if (!existsSync(entry)) throw new Error('The web app is not built: `npm start` builds it.');
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  const config = { kind: 'asset' } as const;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => void (route.config = { ...route.config, ...config }));
    await scope.register(serveFiles, {
      root: join(client, 'assets'),
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
  return {
    isBuilt: true,
    answer: answerer(build, 'production'),
    choicesKey: build.entry.module.choicesKey,
    textsOf: (locale, path) =>
      build.entry.module.textsOf(locale, path).flatMap((source) => made(source) ?? []),
    siteScript: made(siteScript) ?? '',
  };
};

/** What has an address of its own, beside what pages are made of: icons, downloads. */
const publicFiles = async () => {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(client, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !/^(assets|\.vite)\//.test(path));
};

/** Compiles the sources as they are asked for, with hot reload. */
export const developedWebApp = async (app: FastifyInstance): Promise<WebApp> => {
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
      return answerer(build, 'development')(request, given);
    },
    choicesKey: () => '',
    textsOf: () => [],
    siteScript: `/${siteScript}`,
  };
};
