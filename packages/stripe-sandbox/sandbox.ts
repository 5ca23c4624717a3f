import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleApiRequest } from './api/http.ts';
import { apiRoutes } from './api/routes.ts';
import { applyDueNow } from './clock/advance.ts';
import { createControls, type SandboxControls } from './controls/controls.ts';
import { readWebhookSecret } from './events/deliveries.ts';
import { createWebhookSender } from './events/webhook-sender.ts';
import type { SandboxStore } from './store/store.ts';

interface SandboxOptions {
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
}

export interface StripeSandbox extends SandboxControls {
  /** Base URL for the SDK: `http://127.0.0.1:41234`. */
  apiBase: string;
  /** Signing secret of the webhooks: `whsec_…`. */
  webhookSecret: string;
  close: () => Promise<void>;
}

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
