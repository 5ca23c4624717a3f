import { createApiClient, type HttpTransport } from '#contract/api-client.ts';
import { Failure, failureFromProblem } from '#contract/errors.ts';
import { routes } from '#contract/routes.ts';
import { compareClock } from '#web/ui/clock.ts';
import {
  clearCredentials,
  isImpersonating,
  markSessionEnded,
  storedTenantId,
  storedToken,
} from './credentials.ts';
import { createIdempotentSender } from './idempotency.ts';
import { signedOutPath, loginPath } from './login-path.ts';

type HeaderInput = { body: unknown; tenant: string | null; key: string | undefined };

function headersOf({ body, tenant, key }: HeaderInput) {
  const token = storedToken();
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(tenant && { 'X-Tenant-Key': tenant }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
  };
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');

const sendIdempotent = createIdempotentSender({
  // `randomUUID` exists in secure contexts only.
  newKey: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join(''),
  pause: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
});

/** Pages that work without a session. */
const publicPages = /^\/(account|invitation|invite)(\/|$)/;

let isLeaving = false;

/**
 * Ends the session: clears its credentials from this browser and leaves the page, or reloads it
 * signed out (R-ACC-20). The promise never resolves, so that callers don't show an error meanwhile.
 */
function endSession(): Promise<never> {
  // Several requests may be refused at once: the first decides where the page goes.
  if (isLeaving) return new Promise(() => undefined);
  isLeaving = true;
  const { location } = window;
  const path = isImpersonating() ? signedOutPath() : loginPath(location);
  if (!isImpersonating()) markSessionEnded();
  clearCredentials();
  if (publicPages.test(location.pathname)) location.reload();
  else location.replace(path);
  return new Promise(() => undefined);
}

type Renew = () => Promise<boolean>;
let renewSession: Renew | null = null;
let renewal: Promise<boolean> | null = null;

/**
 * Sets the function that offers to sign in again in place when the session has ended. It resolves
 * to true with a new session, in which the refused requests are repeated. Returns the function that
 * unsets it.
 */
export function setSessionRenewal(renew: Renew) {
  renewSession = renew;
  return () => {
    renewSession = null;
  };
}

/** All requests that are refused meanwhile wait for one renewal. */
async function isSessionRenewed() {
  renewal ??= (renewSession?.() ?? Promise.resolve(false)).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** Result of a confirmation: the reply of the call itself, or that it can be repeated; null: neither. */
type Confirmation = { reply: object } | 'repeat' | null;
type ConfirmIdentity = (refusal: Failure) => Promise<Confirmation>;
let confirmIdentity: ConfirmIdentity = async () => null;

/**
 * Sets the function that asks the person to confirm their identity, above the page, when a call was refused for the
 * lack of that.
 */
export function setIdentityConfirmation(confirm: ConfirmIdentity) {
  confirmIdentity = confirm;
}

let suppressedExpiries = 0;

/** Returns true while work runs that ends the session and navigates itself. */
export const isNavigating = () => suppressedExpiries > 0;

/**
 * Runs work that ends the session and navigates itself; other reports of the end meanwhile (the
 * hub, a refetched list) don't navigate. A failure restores the former state.
 */
export async function suppressSessionExpiry<T>(work: () => Promise<T>): Promise<T> {
  suppressedExpiries += 1;
  try {
    return await work();
  } catch (error) {
    suppressedExpiries -= 1;
    throw error;
  }
}

/** Reads JSON as an object and a file, also one in JSON, as a blob. */
const readBody = (answer: Response): Promise<unknown> =>
  /\bjson\b/.test(answer.headers.get('content-type') ?? '') &&
  !answer.headers.has('content-disposition')
    ? answer.json().catch(() => null)
    : answer.blob();

type HttpRequest = Parameters<HttpTransport>[0];

/** Sends a request with the credentials of this tab; throws `unavailable` without an answer. */
async function sendRequest(
  request: HttpRequest,
  tenant: string | null,
  key?: string,
): Promise<Awaited<ReturnType<HttpTransport>>> {
  const { method, url, body, file, headers } = request;
  const init = {
    method,
    headers: { ...headers, ...headersOf({ body, tenant, key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  // Loaded when it is needed, because every page has this module.
  const pending = file
    ? import('./send-upload.ts').then(({ sendUpload }) => sendUpload(url, init.headers, file))
    : fetch(url, init);
  const answer = await pending.catch(() => {
    throw new Failure('unavailable');
  });
  compareClock(answer.headers.get('date'));
  if (answer.status === 401 && suppressedExpiries === 0) {
    return (await isSessionRenewed()) ? sendRequest(request, tenant, key) : endSession();
  }
  const reply = answer.status === 204 ? null : await readBody(answer);
  const confirmed = answer.status === 403 && (await confirmIdentity(failureFromProblem(reply)));
  if (confirmed === 'repeat') return sendRequest(request, tenant, key);
  if (confirmed) return { status: 200, link: null, body: confirmed.reply };
  return { status: answer.status, link: answer.headers.get('link'), body: reply };
}

const transportFor =
  (tenantOf: () => string | null): HttpTransport =>
  (request) => {
    const tenant = tenantOf();
    if (!request.once) return sendRequest(request, tenant);
    const content = JSON.stringify([tenant, request.url, request.body]);
    return sendIdempotent(content, (key) => sendRequest(request, tenant, key));
  };

/** Calls the API with the session and the organization of this tab; throws a `Failure`. */
export const api = createApiClient(routes, transportFor(storedTenantId));

/** Calls the API in another organization than this tab's. */
export const apiForTenant = (tenantId: string) =>
  createApiClient(
    routes,
    transportFor(() => tenantId),
  );
