import { redirect, type ClientLoaderFunctionArgs } from 'react-router';
import { storedToken } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';

/** Asks a signed-out visitor of an account page to sign in first; only the browser knows the session. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (!storedToken()) throw redirect(loginPath(new URL(request.url)));
  return null;
}
clientLoader.hydrate = true as const;

/** Renders nothing until the session is known. */
export function HydrateFallback() {
  return null;
}
