import type { Endpoint } from './endpoint.ts';
import { execute, type Reply } from './execution.ts';
import { expand } from './expand.ts';
import { StripeFailure } from './failure.ts';
import { decodeForm } from './form.ts';
import { withOrigin } from './hosted.ts';
import { newId } from './ids.ts';
import type { Cause } from './ledger.ts';
import type { Store } from './store.ts';

/** Parts that answer requests, over HTTP or in process. */
export interface Provider {
  endpoints: readonly Endpoint[];
  store: Store;
  /** Returns the origin of the hosted pages, as browsers reach them. */
  pagesOrigin: () => string;
  /** Called after each write: there may be events to deliver. */
  onWrite: () => void;
}

/** Authenticated request in Stripe's format. */
export interface Asked {
  method: string;
  pathname: string;
  /** Body, or query of a GET, as sent. */
  parameters: string;
  cause: Cause;
}

/** Answers one request. Throws refusals that happen before execution. */
export async function perform(provider: Provider, asked: Asked): Promise<Reply> {
  const { method, pathname, parameters, cause } = asked;
  const { endpoint, id } = match(provider.endpoints, method, pathname);
  const prepared = endpoint.prepare(decodeForm(parameters));
  const writes = method !== 'GET';
  const reply = await execute(provider.store, {
    cause,
    endpoint: `${method} ${pathname}`,
    parameters,
    writes,
    run: async (ledger) => expand(ledger, await prepared.run(ledger, id), prepared.expand),
  });
  if (writes) provider.onWrite();
  return { ...reply, body: withOrigin(reply.body, provider.pagesOrigin()) };
}

/** Performs a request of the provider's own pages in process, without HTTP. */
export async function ask<T extends object>(
  provider: Provider,
  call: string,
  parameters: Record<string, string> = {},
): Promise<T> {
  const [method = '', pathname = ''] = call.split(' ');
  const cause = { id: newId('req'), idempotencyKey: null };
  const sent = new URLSearchParams(parameters).toString();
  const reply = await perform(provider, { method, pathname, parameters: sent, cause });
  const body = JSON.parse(reply.body) as T & { error: StripeFailure['error'] };
  if (reply.status !== 200) throw new StripeFailure(reply.status, body.error);
  return body;
}

function match(endpoints: readonly Endpoint[], method: string, pathname: string) {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue;
    const id = idIn(endpoint.path, pathname);
    if (id !== undefined) return { endpoint, id };
  }
  const message =
    `Unrecognized request URL (${method}: ${pathname}). ` +
    'Please see https://stripe.com/docs or we can help at https://support.stripe.com/. ' +
    "This is the payment sandbox, which has a part of Stripe's API: docs/payments.md lists the rest.";
  throw new StripeFailure(404, { type: 'invalid_request_error', message });
}

/**
 * Returns the id in the path, `/v1/invoices/:id` or `/v1/invoices/:id/pay`; empty when the path has
 * none, undefined when it does not match.
 */
function idIn(path: string, pathname: string): string | undefined {
  const [base = '', tail] = path.split(':id');
  if (tail === undefined) return pathname === base ? '' : undefined;
  if (!pathname.startsWith(base) || !pathname.endsWith(tail)) return undefined;
  const id = pathname.slice(base.length, pathname.length - tail.length);
  return /^[\w.~-]+$/.test(id) ? id : undefined;
}
