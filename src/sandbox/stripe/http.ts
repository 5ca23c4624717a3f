import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from './endpoint.ts';
import { execute, refusal, type Reply } from './execution.ts';
import { expand } from './expand.ts';
import { invalidRequest, StripeFailure } from './failure.ts';
import { decodeForm } from './form.ts';
import { newId } from './ids.ts';
import type { Cause } from './ledger.ts';
import type { Store } from './store.ts';
import { apiVersion } from './wire.ts';

interface Service {
  endpoints: readonly Endpoint[];
  store: Store;
  secretKey: string;
  /** Told of what no caller should see. */
  onError: (error: unknown) => void;
}

const largestBody = 1_000_000;

/** Answers one request of Stripe's API. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse) {
  const requestId = newId('req');
  const key = request.headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' && request.method === 'POST' ? key : null;
  const reply = await answer(service, request, { id: requestId, idempotencyKey }).catch(
    (error: unknown) =>
      refusal(error instanceof StripeFailure ? error : unknownError(error, service)),
  );
  response
    .writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(reply.replayOf && { 'idempotent-replayed': 'true', 'original-request': reply.replayOf }),
    })
    .end(reply.body);
}

async function answer(service: Service, request: IncomingMessage, cause: Cause): Promise<Reply> {
  const body = await bodyOf(request);
  authenticate(request, service.secretKey);
  assertVersion(request.headers['stripe-version']);
  const method = request.method ?? 'GET';
  const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox');
  const { endpoint, id } = match(service.endpoints, method, pathname);
  if (body !== '') assertForm(request.headers['content-type']);
  const parameters = body === '' ? search.slice(1) : body;
  const prepared = endpoint.prepare(decodeForm(parameters));
  return execute(service.store, {
    cause,
    endpoint: `${method} ${pathname}`,
    parameters,
    writes: method !== 'GET',
    run: async (ledger) => expand(ledger, await prepared.run(ledger, id), prepared.expand),
  });
}

function match(endpoints: readonly Endpoint[], method: string, pathname: string) {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue;
    const id = idIn(endpoint.path, pathname);
    if (id !== undefined) return { endpoint, id };
  }
  const message =
    `Unrecognized request URL (${method}: ${pathname}). ` +
    'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.';
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

function authenticate(request: IncomingMessage, secretKey: string) {
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (sent === secretKey) return;
  const message = sent
    ? `Invalid API Key provided: ${sent.slice(0, 8)}****${sent.slice(-4)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization ' +
      "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  throw new StripeFailure(401, { type: 'invalid_request_error', message });
}

function assertVersion(sent: string | string[] | undefined) {
  if (sent === undefined || sent === apiVersion) return;
  throw invalidRequest(
    `Invalid Stripe API version: ${String(sent)}. This sandbox has ${apiVersion}.`,
  );
}

function assertForm(contentType = '') {
  if (contentType.startsWith('application/x-www-form-urlencoded')) return;
  throw invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > largestBody) throw invalidRequest('The request is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unknownError(error: unknown, service: Service): StripeFailure {
  service.onError(error);
  return new StripeFailure(500, { type: 'api_error', message: 'An unknown error occurred.' });
}
