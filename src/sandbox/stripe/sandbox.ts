import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCourier } from './courier.ts';
import { readWebhookSecret } from './deliveries.ts';
import { createDoors, type Doors } from './doors.ts';
import { endpoints } from './endpoints.ts';
import { serve } from './http.ts';
import type { Store } from './store.ts';
import { tick } from './time.ts';

interface Options {
  store: Store;
  /** Only API key that is accepted. */
  secretKey: string;
  /** Port; a free one by default. */
  port?: number;
  /** Returns the webhook's URL; null (the default) while nothing listens there: events wait. */
  webhookUrl?: () => string | null;
  /** Returns the origin of the hosted pages; `http://localhost` by default. */
  pagesOrigin?: () => string;
  onError: (error: unknown) => void;
}

export interface StripeSandbox extends Doors {
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
export async function createStripeSandbox(options: Options): Promise<StripeSandbox> {
  const { store, secretKey, port = 0, onError } = options;
  const { webhookUrl: url = () => null, pagesOrigin = () => 'http://localhost' } = options;
  const webhookSecret = await readWebhookSecret(store);
  const route = { url, secret: webhookSecret, pagesOrigin };
  const courier = createCourier({ store, route, onError });
  const provider = { endpoints, store, pagesOrigin, onWrite: courier.wake };
  // Applies what falls due between requests.
  let ticked: Promise<unknown> = Promise.resolve();
  const ticking = setInterval(() => {
    ticked = tick(store).then((happened) => happened && courier.wake(), onError);
  }, tickMs);
  const service = { ...provider, secretKey, onError };
  const server = createServer((request, response) => void serve(service, request, response));
  await new Promise<void>((resolve, reject) => {
    // Not shared between the workers of `node:cluster`: each has its own sandbox.
    server.once('error', reject).listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
  });
  // A listening TCP server always has such an address.
  const address = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${address.port}`,
    webhookSecret,
    ...createDoors(provider, courier),
    async close() {
      clearInterval(ticking);
      await ticked;
      await courier.close();
      const closed = new Promise((resolve) => void server.close(resolve));
      // Closes connections that a fault left unanswered; otherwise close would wait for them.
      server.closeAllConnections();
      await closed;
    },
  };
}
