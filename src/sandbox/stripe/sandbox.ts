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
  /** The only key it accepts. */
  secretKey: string;
  /** A free one unless told. */
  port?: number;
  /** Where events go; null while nobody listens there: they wait. Nowhere unless told. */
  webhookUrl?: () => string | null;
  /** Where browsers find the pages that the provider hosts: `http://localhost` unless told. */
  pagesOrigin?: () => string;
  onError: (error: unknown) => void;
}

export interface StripeSandbox extends Doors {
  /** Where the SDK finds it: `http://127.0.0.1:41234`. */
  apiBase: string;
  /** What its webhooks are signed with: `whsec_…`. */
  webhookSecret: string;
  close: () => Promise<void>;
}

const tickMs = 5_000;

/**
 * Stands in for Stripe: speaks its API over HTTP on this machine. All state is in the store, so it
 * survives restarts and any number of processes share it.
 */
export async function createStripeSandbox(options: Options): Promise<StripeSandbox> {
  const { store, secretKey, port = 0, onError } = options;
  const { webhookUrl: url = () => null, pagesOrigin = () => 'http://localhost' } = options;
  const webhookSecret = await readWebhookSecret(store);
  const route = { url, secret: webhookSecret, pagesOrigin };
  const courier = createCourier({ store, route, onError });
  const provider = { endpoints, store, pagesOrigin, onWrite: courier.wake };
  // What falls due while nobody asks for anything.
  let ticked: Promise<unknown> = Promise.resolve();
  const ticking = setInterval(() => {
    ticked = tick(store).then((happened) => happened && courier.wake(), onError);
  }, tickMs);
  const service = { ...provider, secretKey, onError };
  const server = createServer((request, response) => void serve(service, request, response));
  await new Promise<void>((resolve, reject) => {
    // Not shared with other processes of the product, each of which has one (`node:cluster`).
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
      // Those that a fault left without an answer would be waited for.
      server.closeAllConnections();
      await closed;
    },
  };
}
