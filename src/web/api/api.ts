import { createCaller, type Exchange } from '#contract/caller.ts';
import { Failure } from '#contract/errors.ts';
import { routes } from '#contract/routes.ts';
import { openAttempts } from './attempts.ts';
import { forgetCredentials, isActing, storedTenant, storedToken } from './credentials.ts';
import { leavingPath, loginPath } from './login-path.ts';
import { sendUpload } from './send-upload.ts';

type Headed = { body: unknown; tenant: string | null; key: string | undefined };

const headersOf = ({ body, tenant, key }: Headed) => {
  const token = storedToken();
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(tenant && { 'X-Tenant-Key': tenant }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
  };
};

const inHex = (byte: number) => byte.toString(16).padStart(2, '0');

const attempts = openAttempts({
  // `randomUUID` exists in secure contexts only.
  newKey: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), inHex).join(''),
  pause: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
});

/** Pages that work without a session. */
const isOpen = /^\/(account|invitation|invite)(\/|$)/;

/**
 * Ends the session: clears its credentials from this browser and leaves the page, or reloads it
 * signed out (R-ACC-20). The promise never resolves, so that callers don't show an error meanwhile.
 */
const expire = (): Promise<never> => {
  const { location } = window;
  const path = isActing() ? leavingPath() : loginPath(location);
  forgetCredentials();
  if (isOpen.test(location.pathname)) location.reload();
  else location.replace(path);
  return new Promise(() => undefined);
};

let departures = 0;

/**
 * Runs work that ends the session and navigates itself; other reports of the end meanwhile (the
 * hub, a refetched list) don't navigate. A failure restores the former state.
 */
export const departing = async <T>(work: () => Promise<T>): Promise<T> => {
  departures += 1;
  try {
    return await work();
  } catch (error) {
    departures -= 1;
    throw error;
  }
};

/** Reads JSON as an object and a file as a blob. */
const contentOf = (answer: Response): Promise<unknown> =>
  answer.headers.get('content-type')?.includes('json')
    ? answer.json().catch(() => null)
    : answer.blob();

const exchange = async (
  { method, url, body, file }: Parameters<Exchange>[0],
  tenant: string | null,
  key?: string,
) => {
  const init = {
    method,
    headers: headersOf({ body, tenant, key }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const asked = file ? sendUpload(url, init.headers, file) : fetch(url, init);
  const answer = await asked.catch(() => {
    throw new Failure('unavailable');
  });
  if (answer.status === 401 && departures === 0) return expire();
  return {
    status: answer.status,
    link: answer.headers.get('link'),
    body: answer.status === 204 ? null : await contentOf(answer),
  };
};

const exchangeIn =
  (tenantOf: () => string | null): Exchange =>
  (request) => {
    const tenant = tenantOf();
    if (!request.once) return exchange(request, tenant);
    const content = JSON.stringify([tenant, request.url, request.body]);
    return attempts(content, (key) => exchange(request, tenant, key));
  };

/** Calls the API with the session and the organization of this tab; throws a `Failure`. */
export const api = createCaller(routes, exchangeIn(storedTenant));

/** Calls the API in another organization than this tab's. */
export const apiIn = (tenantId: string) =>
  createCaller(
    routes,
    exchangeIn(() => tenantId),
  );
