import { Outlet } from 'react-router';
import { signedOut } from '#web/session/guard.ts';
import type { Route } from './+types/account-signed-out.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [signedOut];

/** The same for everybody with the same language and look. */
export const headers = ({ parentHeaders }: Route.HeadersArgs) => {
  const headers = new Headers(parentHeaders);
  headers.set('Cache-Control', 's-maxage=5');
  return headers;
};

/** The server shows the page; the browser, which knows the session, asks the guard once more. */
export const loader = () => null;
export const clientLoader = () => null;
clientLoader.hydrate = true as const;

export default Outlet;
