import { expect, test } from 'vitest';
import type { Routes } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';
import { printRoutes } from './print-routes.ts';

/** Returns the routes with every default. */
const complete = (given: Routes) =>
  Object.fromEntries(
    Object.entries(given).map(([subject, calls]) => [
      subject,
      Object.fromEntries(
        Object.entries(calls).map(([name, { method = 'GET', path, list, paged, once }]) => [
          name,
          { method, path, list: Boolean(list), paged: Boolean(paged), once: Boolean(once) },
        ]),
      ),
    ]),
  );

test('the printed routes are those of the contract', async () => {
  const printed = `data:text/javascript,${encodeURIComponent(printRoutes(routes))}`;
  const module = (await import(/* @vite-ignore */ printed)) as { routes: Routes };
  expect(module.routes).toEqual(complete(routes));
});
