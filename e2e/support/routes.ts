import type { Page } from '@playwright/test';
import { shortPaths } from '#locales/locales.ts';
import { expect } from './fixtures.ts';

type Route = { id: string; parentId?: string; path?: string; index?: boolean };

/** Addresses that only redirect: to a language, or to another site. */
const redirectPaths = [
  '/docs',
  '/lang/:lang',
  '/*',
  ...Object.keys(shortPaths).map((path) => `/${path}`),
];

/** Addresses for programs, not people. */
const machinePaths = [
  '/feed.xml',
  '/changelog.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/downloads/session/:edition',
];

/** Returns the route addresses under an area, from the route manifest in each page. */
export const routePaths = async (page: Page, area: RegExp) => {
  await page.goto('/account/login');
  const routes = await page.evaluate(() => {
    const { __reactRouterManifest: map } = window as unknown as {
      __reactRouterManifest: { routes: Record<string, Route> };
    };
    return map.routes;
  });
  const partsOf = ({ parentId, path }: Route): string[] => {
    const parent = parentId && routes[parentId];
    return [...(parent ? partsOf(parent) : []), ...(path ? [path] : [])];
  };
  const addresses = Object.values(routes)
    .filter(({ path, index }) => path !== undefined || index)
    .map((route) => `/${partsOf(route).join('/')}`)
    .filter(
      (address) => area.test(address) && ![...redirectPaths, ...machinePaths].includes(address),
    );
  expect(addresses).not.toEqual([]);
  return addresses;
};

/** Waits until the page shows its content: it renders after the navigation, and starts with its skeleton. */
export const drawn = async (page: Page) => {
  // Survives a redirect: an address for members leads visitors to the sign-in page.
  await page.waitForFunction(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0);
};

/** React Router's data router, which the page exposes: navigates without a reload. */
type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };

/** Navigates by the router of the page that is open. */
export const goWithoutReload = async (page: Page, address: string) => {
  // The first page may still be hydrating.
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.evaluate((path) => {
    const { __reactRouterDataRouter: router } = window as unknown as Routed;
    return router.navigate(path);
  }, address);
  await drawn(page);
};
