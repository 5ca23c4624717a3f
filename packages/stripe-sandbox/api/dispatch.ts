import { newId } from '#sandbox/stripe/store/ids.ts';
import type { EventCause } from '#sandbox/stripe/store/object-repository.ts';
import type { SandboxStore } from '#sandbox/stripe/store/store.ts';
import type { ApiEndpoint } from './endpoint.ts';
import { StripeApiError } from './errors.ts';
import { executeRequest, type ApiReply } from './execution.ts';
import { expand } from './expand.ts';
import { decodeForm } from './form.ts';
import { withPagesUrl } from './hosted-urls.ts';

/** Parts that answer requests, over HTTP or in process. */
export interface ApiContext {
  endpoints: readonly ApiEndpoint[];
  store: SandboxStore;
  /** Returns the URL under which browsers reach the hosted pages. */
  pagesUrl: () => string;
  /** Called after each write: there may be events to deliver. */
  onWrite: () => void;
}

/** Authenticated request in Stripe's format. */
export interface ApiRequest {
  method: string;
  pathname: string;
  /** Body, or query of a GET, as sent. */
  parameters: string;
  cause: EventCause;
}

/** Answers one request. Throws refusals that happen before execution. */
export async function dispatchRequest(
  provider: ApiContext,
  request: ApiRequest,
): Promise<ApiReply> {
  const { method, pathname, parameters, cause } = request;
  const { endpoint, id } = matchEndpoint(provider.endpoints, method, pathname);
  const prepared = endpoint.prepare(decodeForm(parameters));
  const writes = method !== 'GET';
  const reply = await executeRequest(provider.store, {
    cause,
    endpoint: `${method} ${pathname}`,
    parameters,
    writes,
    run: async (objects) => expand(objects, await prepared.run(objects, id), prepared.expand),
  });
  if (writes) provider.onWrite();
  return { ...reply, body: withPagesUrl(reply.body, provider.pagesUrl()) };
}

/** Performs a request of the provider's own pages in process, without HTTP. */
export async function callApi<T extends object>(
  provider: ApiContext,
  call: string,
  parameters: Record<string, string> = {},
): Promise<T> {
  const [method = '', pathname = ''] = call.split(' ');
  const cause = { id: newId('req'), idempotencyKey: null };
  const sent = new URLSearchParams(parameters).toString();
  const reply = await dispatchRequest(provider, { method, pathname, parameters: sent, cause });
  const body = JSON.parse(reply.body) as T & { error: StripeApiError['error'] };
  if (reply.status !== 200) throw new StripeApiError(reply.status, body.error);
  return body;
}

function matchEndpoint(endpoints: readonly ApiEndpoint[], method: string, pathname: string) {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue;
    const id = idFromPath(endpoint.path, pathname);
    if (id !== undefined) return { endpoint, id };
  }
  const message =
    `Unrecognized request URL (${method}: ${pathname}). ` +
    'Please see https://stripe.com/docs or we can help at https://support.stripe.com/. ' +
    "This is a sandbox with a part of Stripe's API: its README lists the supported calls.";
  throw new StripeApiError(404, { type: 'invalid_request_error', message });
}

/**
 * Returns the id in the path, `/v1/invoices/:id` or `/v1/invoices/:id/pay`; empty when the path has
 * none, undefined when it does not match.
 */
function idFromPath(path: string, pathname: string): string | undefined {
  const [base = '', tail] = path.split(':id');
  if (tail === undefined) return pathname === base ? '' : undefined;
  if (!pathname.startsWith(base) || !pathname.endsWith(tail)) return undefined;
  const id = pathname.slice(base.length, pathname.length - tail.length);
  return /^[\w.~-]+$/.test(id) ? id : undefined;
}
