import { Outlet } from 'react-router';
import { requireSignedOut } from '#web/session/guard.ts';
import type { Route } from './+types/account-signed-out.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireSignedOut];

/** The page is the same for every visitor with the same language and theme. */
export function headers({ parentHeaders }: Route.HeadersArgs) {
  const headers = new Headers(parentHeaders);
  headers.set('Cache-Control', 's-maxage=5');
  return headers;
}

/** Lets the browser run its loaders and the guard again after the server has rendered the page. */
export const loader = () => null;
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export default Outlet;
