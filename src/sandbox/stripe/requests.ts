import type { Endpoint } from './endpoint.ts';
import { execute, type Reply } from './execution.ts';
import { expand } from './expand.ts';
import { StripeFailure } from './failure.ts';
import { decodeForm } from './form.ts';
import { withOrigin } from './hosted.ts';
import { newId } from './ids.ts';
import type { Cause } from './ledger.ts';
import type { Store } from './store.ts';

/** What answers requests, from wherever they come. */
export interface Provider {
  endpoints: readonly Endpoint[];
  store: Store;
  /** Where browsers find the pages that the provider hosts. */
  pagesOrigin: () => string;
  /** Told after each write: there may be events to deliver. */
  onWrite: () => void;
}

/** A request whose sender is known and whose form is Stripe's. */
export interface Asked {
  method: string;
  pathname: string;
  /** The body, or the query of a GET, as sent. */
  parameters: string;
  cause: Cause;
}

/** Answers one request; refusals that come before anything is done are thrown. */
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

/** The provider asking itself, as its own pages do: a request like any other, without the wire. */
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
 * The id in the address, `/v1/invoices/:id` or `/v1/invoices/:id/pay`; empty when the path has none,
 * undefined when it is another.
 */
function idIn(path: string, pathname: string): string | undefined {
  const [base = '', tail] = path.split(':id');
  if (tail === undefined) return pathname === base ? '' : undefined;
  if (!pathname.startsWith(base) || !pathname.endsWith(tail)) return undefined;
  const id = pathname.slice(base.length, pathname.length - tail.length);
  return /^[\w.~-]+$/.test(id) ? id : undefined;
}
