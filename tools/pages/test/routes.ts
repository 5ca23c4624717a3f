import { createElement, type ComponentType } from 'react';
import { useLoaderData, useParams, type RouteObject } from 'react-router';
import { loadWeb } from './browser.ts';

/** Line of the route table, as `src/web/routes.ts` declares it. */
export type Entry = {
  id?: string;
  file: string;
  path?: string;
  index?: boolean;
  children?: Entry[];
};

type PageProps = { params: object; loaderData: unknown };

type RouteModule = Pick<RouteObject, 'handle'> & {
  default: ComponentType<PageProps>;
  clientMiddleware?: RouteObject['middleware'];
  clientLoader?: RouteObject['loader'];
};

const areas = /^(layouts|pages)\/(app|admin)/;

/** Loads the modules of the routes of the app and the portal, by file. */
export const loadModules = async (
  entries: readonly Entry[],
  modules = new Map<string, RouteModule>(),
) => {
  for (const { file, children = [] } of entries.filter((entry) => areas.test(entry.file))) {
    modules.set(file, await loadWeb(file));
    await loadModules(children, modules);
  }
  return modules;
};

/** Returns the addresses of the app and the portal in the route table. */
export const routeAddresses = (entries: readonly Entry[], base = ''): string[] =>
  entries
    .filter(({ file, path }) => areas.test(file) && path !== '*')
    .flatMap(({ path, index, children = [] }) => {
      const own = path ? `${base}/${path}` : base;
      return [...(path || index ? [own] : []), ...routeAddresses(children, own)];
    });

/** Passes a page what the framework passes it. */
const withProps = (page: ComponentType<PageProps>) =>
  function Page() {
    return createElement(page, { params: useParams(), loaderData: useLoaderData() });
  };

type RouteOptions = {
  modules: Map<string, RouteModule>;
  /** Components in place of the layouts of some files and what these load. */
  frames: Record<string, ComponentType>;
  guarded: boolean;
};

/** Returns the routes of the app and the portal as a data router needs them. */
export const toRoutes = (entries: readonly Entry[], options: RouteOptions): RouteObject[] =>
  entries.flatMap(({ id, file, path, index, children = [] }): RouteObject[] => {
    const module = options.modules.get(file);
    if (!module || path === '*') return [];
    const { clientMiddleware: middleware, clientLoader: loader, handle } = module;
    const frame = options.frames[file];
    const route = {
      id: id ?? file,
      path,
      handle: handle as unknown,
      ...(frame ? { Component: frame } : { loader, Component: withProps(module.default) }),
      ...(options.guarded && { middleware }),
    };
    return [index ? { ...route, index } : { ...route, children: toRoutes(children, options) }];
  });
