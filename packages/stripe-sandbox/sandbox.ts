import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dispatchRequest, type ApiContext } from './api/dispatch.ts';
import { invalidRequest, StripeApiError } from './api/errors.ts';
import { errorReply, type ApiReply } from './api/execution.ts';
import { throwFault, type Fault, leaveUnanswered, takeFault } from './api/faults.ts';
import { apiRoutes } from './api/routes.ts';
import { applyDueNow } from './clock/advance.ts';
import { createControls, type SandboxControls } from './controls/controls.ts';
import { readWebhookSecret } from './events/deliveries.ts';
import { createWebhookSender } from './events/webhook-sender.ts';
import { newId } from './store/ids.ts';
import type { EventCause } from './store/object-repository.ts';
import type { SandboxStore } from './store/store.ts';
import { apiVersion } from './store/types.ts';

type SandboxOptions = {
  store: SandboxStore;
  /** Only API key that is accepted. */
  secretKey: string;
  /** Port; a free one by default. */
  port?: number;
  /** Returns the webhook's URL; null (the default) while nothing listens there: events wait. */
  webhookUrl?: () => string | null;
  /** Returns the URL of the hosted pages, without a slash at the end; `http://localhost` by default. */
  pagesUrl?: () => string;
  onError: (error: unknown) => void;
};

export type StripeSandbox = {
  /** Base URL for the SDK: `http://127.0.0.1:41234`. */
  apiBase: string;
  /** Signing secret of the webhooks: `whsec_…`. */
  webhookSecret: string;
  close: () => Promise<void>;
} & SandboxControls;

const tickMs = 5_000;

/**
 * Starts a stand-in for Stripe that speaks its API over HTTP on this machine. All state is in the store,
 * so it survives restarts and any number of processes share it.
 */
export async function createStripeSandbox(options: SandboxOptions): Promise<StripeSandbox> {
  const { store, secretKey, port = 0, onError } = options;
  const { webhookUrl: url = () => null, pagesUrl = () => 'http://localhost' } = options;
  const webhookSecret = await readWebhookSecret(store);
  const target = { url, secret: webhookSecret, pagesUrl };
  const webhooks = createWebhookSender({ store, target, onError });
  const provider = { endpoints: apiRoutes, store, pagesUrl, onWrite: webhooks.wake };
  // Applies what falls due between requests.
  let ticked: Promise<unknown> = Promise.resolve();
  const ticking = setInterval(() => {
    ticked = applyDueNow(store).then((happened) => happened && webhooks.wake(), onError);
  }, tickMs);
  const service = { ...provider, secretKey, onError };
  const server = createServer(
    (request, response) => void handleApiRequest(service, request, response),
  );
  await new Promise<void>((resolve, reject) => {
    // Not shared between the workers of `node:cluster`: each has its own sandbox.
    server.once('error', reject).listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  });
  // A listening TCP server always has such an address.
  const address = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${address.port}`,
    webhookSecret,
    ...createControls(provider, webhooks),
    async close() {
      clearInterval(ticking);
      await ticked;
      await webhooks.close();
      const closed = new Promise((resolve) => void server.close(resolve));
      // Closes connections that a fault left unanswered; otherwise close would wait for them.
      server.closeAllConnections();
      await closed;
    },
  };
}

type ApiServerOptions = {
  secretKey: string;
  /** Receives internal errors, which callers must not see. */
  onError: (error: unknown) => void;
} & ApiContext;

const maxRequestBytes = 1_000_000;

/** Answers one request of Stripe's API. */
async function handleApiRequest(
  service: ApiServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const requestId = newId('req');
  const key = request.headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' && request.method === 'POST' ? key : null;
  const refused = (error: unknown) =>
    errorReply(error instanceof StripeApiError ? error : unknownError(error, service));
  const fault = await takeFault(service.store, request.method === 'POST').catch(
    (error: unknown) => {
      service.onError(error);
      return undefined;
    },
  );
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
  const isFailing = fault === 'stored-500';
  return dispatchRequest(service, { method, pathname, parameters, cause, isFailing });
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
