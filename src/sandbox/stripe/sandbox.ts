import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { customers } from './customers.ts';
import { events } from './events.ts';
import { serve } from './http.ts';
import { invoices } from './invoices.ts';
import { Ledger } from './ledger.ts';
import { prices } from './prices.ts';
import { products } from './products.ts';
import { readClock, type Store } from './store.ts';
import { subscriptions } from './subscriptions.ts';
import type { Customer, Event, Invoice, Subscription } from './wire.ts';

interface Options {
  store: Store;
  /** The only key it accepts. */
  secretKey: string;
  /** A free one unless told. */
  port?: number;
  onError: (error: unknown) => void;
}

/** The provider's own records, newest first; `now` in epoch seconds. */
export interface Inspection {
  now: number;
  customers: Customer[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  events: Event[];
}

export interface StripeSandbox {
  /** Where the SDK finds it: `http://127.0.0.1:41234`. */
  apiBase: string;
  inspect: () => Promise<Inspection>;
  close: () => Promise<void>;
}

const endpoints = [...products, ...prices, ...customers, ...subscriptions, ...invoices, ...events];

/**
 * Stands in for Stripe: speaks its API over HTTP on this machine. All state is in the store, so it
 * survives restarts and any number of processes share it.
 */
export async function createStripeSandbox(options: Options): Promise<StripeSandbox> {
  const { store, secretKey, port = 0, onError } = options;
  const service = { endpoints, store, secretKey, onError };
  const server = createServer((request, response) => void serve(service, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  // A listening TCP server always has such an address.
  const address = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${address.port}`,
    inspect: () => inspect(store),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function inspect(store: Store): Promise<Inspection> {
  const now = await readClock(store);
  const ledger = new Ledger(store, now, { id: '', idempotencyKey: null });
  return {
    now,
    customers: await ledger.list('customer'),
    subscriptions: await ledger.list('subscription'),
    invoices: await ledger.list('invoice'),
    events: await ledger.list('event'),
  };
}
