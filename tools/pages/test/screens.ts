import { QueryClientProvider, skipToken, type QueryClient } from '@tanstack/react-query';
import { createElement, type ComponentType, type Context, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import type { User } from '#contract/users.ts';
import { allTexts } from '#locales/translate.ts';
import { createTranslation } from '#locales/translation.ts';
import type { TestApplication } from '#server/test/application.ts';
import { loadWeb, renderHtml, simulateBrowser } from './browser.ts';
import { routeAddresses, loadModules, toRoutes, type Entry } from './routes.ts';

/** Person of a visit, with a session in one of their organizations. */
export type PageVisitor = { user: User; token: string };

/** Screen that a person gets at an address. */
export type PageVisit = {
  /** Path and query where the router ended; others than the requested ones after a redirect. */
  at: string;
  /** Answers to the calls of the page, such as `403 GET /api/Usage/GetUsage`. */
  answers: string[];
  html: string;
  errors: string[];
};

export type Look = {
  /** Runs the guards of the routes. */
  guarded: boolean;
  /** Renders menu and banners, too. */
  framed: boolean;
};

type Wrapper = ComponentType<{ children?: ReactNode }>;

/** Loads what surrounds the pages, and returns a function that puts it around a router. */
const loadSurroundings = async (queryClient: QueryClient) => {
  const { TranslationContext } = await loadWeb<{ TranslationContext: Context<unknown> }>(
    'session/translation.ts',
  );
  const { KitTextsProvider } = await loadWeb<{
    KitTextsProvider: ComponentType<{ texts: object }>;
  }>('ui/kit-texts.tsx');
  const { DialogsProvider } = await loadWeb<{ DialogsProvider: Wrapper }>('ui/dialogs/dialogs.tsx');
  const texts = allTexts['en-US'];
  const translation = createTranslation('en-US', texts, (key) => key);
  return (router: ReturnType<typeof createMemoryRouter>) => {
    const dialogs = createElement(DialogsProvider, null, createElement(RouterProvider, { router }));
    const client = createElement(QueryClientProvider, { client: queryClient }, dialogs);
    const kit = createElement(KitTextsProvider, { texts: texts.common.kit }, client);
    return createElement(TranslationContext, { value: translation }, kit);
  };
};

/** Lets the pages call the product in this process, and remembers the answers to a visitor. */
const connect = (product: TestApplication) => {
  const known = new Map<string, Promise<{ status: number; headers: object; body: Buffer }>>();
  let answers: string[] = [];
  const ask = async (url: string, { method, headers, body }: RequestInit) => {
    const { statusCode, ...answer } = await product.app.inject({
      method: method as 'GET',
      url,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    });
    return { status: statusCode, headers: answer.headers, body: answer.rawPayload };
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url}`;
    const pending = known.get(call) ?? ask(url, init);
    known.set(call, pending);
    const { status, headers, body } = await pending;
    answers.push(`${status} ${call}`);
    const sent = { status, headers: headers as Record<string, string> };
    return new Response(status === 204 ? null : new Uint8Array(body), sent);
  });
  return {
    forget: () => known.clear(),
    /** Returns the answers since the last time. */
    take: () => {
      const taken = answers;
      answers = [];
      return taken;
    },
  };
};

/** Resolves once the router has loaded its first page. */
const settled = (router: ReturnType<typeof createMemoryRouter>) =>
  new Promise<void>((resolve) => {
    const check = ({ initialized, navigation }: typeof router.state) => {
      if (initialized && navigation.state === 'idle') resolve();
    };
    router.subscribe(check);
    check(router.state);
  });

/** Runs the queries that a rendering has added; returns false if there are none. */
const runQueries = async (queryClient: QueryClient) => {
  const added = queryClient.getQueryCache().findAll({
    predicate: ({ state, options }) =>
      state.status === 'pending' &&
      options.queryFn !== skipToken &&
      (options as { enabled?: unknown }).enabled !== false,
  });
  await Promise.all(added.map((query) => query.fetch().catch(() => undefined)));
  return added.length > 0;
};

const origin = 'http://pregao.test';
const rootRoute = { id: 'root', loader: () => ({ origin, organization: null, site: {} }) };

/**
 * Opens pages of the route table in this process as a person gets them: the router runs their guards and loaders,
 * React renders them, and their queries call the product. `close` ends the simulation of a browser.
 */
export const openScreens = async (product: TestApplication) => {
  await simulateBrowser(origin);
  const { queryClient } = await loadWeb<{ queryClient: QueryClient }>('api/queries.ts');
  const { startSession } = await loadWeb<{ startSession: (reply: PageVisitor) => void }>(
    'session/session.ts',
  );
  const { AdminOutlet } = await loadWeb<{ AdminOutlet: ComponentType }>('layouts/admin-access.tsx');
  const surround = await loadSurroundings(queryClient);
  const { default: table } = await loadWeb<{ default: Entry[] }>('routes.ts');
  const modules = await loadModules(table);
  const server = connect(product);

  /** Returns what stands in for the layouts of the app and the portal: their guard alone, or nothing. */
  const framesFor = ({ guarded, framed }: Look): Record<string, ComponentType> =>
    framed
      ? {}
      : { 'layouts/app.tsx': Outlet, 'layouts/admin.tsx': guarded ? AdminOutlet : Outlet };

  let last: PageVisitor | null = null;
  const open = async (visitor: PageVisitor, path: string, look: Look): Promise<PageVisit> => {
    if (visitor !== last) server.forget();
    last = visitor;
    server.take();
    startSession(visitor);
    const errors: string[] = [];
    const onError = (error: unknown) => void errors.push(String(error));
    const elsewhere: RouteObject = { path: '*', Component: () => 'Elsewhere' };
    const routes = toRoutes(table, { modules, frames: framesFor(look), guarded: look.guarded });
    const router = createMemoryRouter([{ ...rootRoute, children: [...routes, elsewhere] }], {
      initialEntries: [path],
    });
    await settled(router);
    let html = await renderHtml(surround(router), onError);
    while (await runQueries(queryClient)) html = await renderHtml(surround(router), onError);
    const { pathname, search } = router.state.location;
    router.dispose();
    return { at: `${pathname}${search}`, answers: server.take(), html, errors };
  };
  const close = () => {
    queryClient.clear();
    vi.unstubAllGlobals();
  };
  return { open, close, addresses: [...new Set(routeAddresses(table))] };
};
