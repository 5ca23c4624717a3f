import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { EventCause } from '#sandbox/stripe/store/object-repository.ts';
import { apiVersion } from '#sandbox/stripe/store/types.ts';
import { dispatchRequest, type ApiContext } from './dispatch.ts';
import { invalidRequest, StripeApiError } from './errors.ts';
import { errorReply, type ApiReply } from './execution.ts';
import { throwFault, type Fault, leaveUnanswered, takeFault } from './faults.ts';

interface ApiServerOptions extends ApiContext {
  secretKey: string;
  /** Receives internal errors, which callers must not see. */
  onError: (error: unknown) => void;
}

const maxRequestBytes = 1_000_000;

/** Answers one request of Stripe's API. */
export async function handleApiRequest(
  service: ApiServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const requestId = newId('req');
  const key = request.headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' && request.method === 'POST' ? key : null;
  const refused = (error: unknown) =>
    errorReply(error instanceof StripeApiError ? error : unknownError(error, service));
  const fault = await takeFault(service.store).catch((error: unknown) => {
    service.onError(error);
    return undefined;
  });
  if (fault === 'reset') return void request.socket.destroy();
  const cause = { id: requestId, idempotencyKey };
  const reply = await answer(service, request, { cause, fault }).catch(refused);
  if (fault === 'timeout-after-success') return leaveUnanswered(response);
  response
    .writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(reply.originalRequestId && {
        'idempotent-replayed': 'true',
        'original-request': reply.originalRequestId,
      }),
    })
    .end(reply.body);
}

async function answer(
  service: ApiServerOptions,
  request: IncomingMessage,
  { cause, fault }: { cause: EventCause; fault: Fault | undefined },
): Promise<ApiReply> {
  const body = await readBody(request);
  assertApiKey(request, service.secretKey);
  assertVersion(request.headers['stripe-version']);
  throwFault(fault);
  if (body !== '') assertForm(request.headers['content-type']);
  const method = request.method ?? 'GET';
  const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox');
  const parameters = body === '' ? search.slice(1) : body;
  return dispatchRequest(service, { method, pathname, parameters, cause });
}

function assertApiKey(request: IncomingMessage, secretKey: string) {
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (sent === secretKey) return;
  const message = sent
    ? `Invalid API Key provided: ${sent.slice(0, 8)}****${sent.slice(-4)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization ' +
      "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxRequestBytes) throw invalidRequest('The request is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unknownError(error: unknown, service: ApiServerOptions): StripeApiError {
  service.onError(error);
  return new StripeApiError(500, { type: 'api_error', message: 'An unknown error occurred.' });
}
