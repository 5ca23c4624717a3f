import type { Stripe } from 'stripe';
import { ResourceMissing, toProviderError } from './errors.ts';
import { loadStripeSdk } from './sdk.ts';

export type StripeSettings = {
  secretKey: string;
  /** Base URL of the payment sandbox, such as `http://127.0.0.1:41234`; Stripe when omitted. */
  apiBase?: string;
  /** Timeout of one attempt in milliseconds, three times that for charges; 10,000 by default. */
  timeout?: number;
};

/** Settings of the product that change requests to the provider. */
export type StripeOptions = {
  /** Has the provider calculate tax for new subscriptions, purchases and previews (decision 46). */
  automaticTax: boolean;
};

export type StripeMetadata = Record<string, string>;

/** An object created at the provider. */
export type CreatedObject = {
  /** The provider's id: our `serviceId`. */
  id: string;
};

/** Pins the shape of every response; update it together with the SDK. */
export const apiVersion = '2026-10-28.endive';

/** Creates a client of the SDK; sends no request. */
export async function createSdkClient({
  secretKey,
  apiBase,
  timeout = 10_000,
}: StripeSettings): Promise<Stripe> {
  const Stripe = await loadStripeSdk();
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion,
    timeout,
    httpClient: patientWithCharges(Stripe.createNodeHttpClient()),
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** Changes that may charge a card: tax, authentication and the card's bank answer later than a read. */
const charges = /^\/v1\/(subscriptions(\/[^/]+(\/resume)?)?|invoices\/[^/]+\/pay)$/;

function patientWithCharges(client: ReturnType<typeof Stripe.createNodeHttpClient>) {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...[host, port, path, method, headers, data, protocol, timeout]) => {
    const allowed = method === 'POST' && charges.test(path) ? 3 * timeout : timeout;
    return send(host, port, path, method, headers, data, protocol, allowed);
  };
  return client;
}

/** Returns the provider's answer; throws our error for its refusal. */
export async function resultOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await toProviderError(error);
  }
}

/** Calls `receive` with each record of a list, page by page, however many there are. */
export async function forEachOf<T>(
  list: Stripe.ApiListPromise<T>,
  receive: (record: T) => unknown,
) {
  const records = list[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await resultOf(records.next());
    if (done) return;
    await receive(value);
  }
}

/** Returns the records of a list, from all of its pages. */
export async function allOf<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const records: T[] = [];
  await forEachOf(list, (record) => records.push(record));
  return records;
}

/** Returns the newest ten thousand records of a list that has those of all customers. */
export const newestOf = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> =>
  resultOf(list.autoPagingToArray({ limit: 10_000 }));

export async function completionOf(asked: Promise<unknown>) {
  await resultOf(asked);
}

export const createdObjectOf = async (asked: Promise<CreatedObject>): Promise<CreatedObject> => ({
  id: (await resultOf(asked)).id,
});

/** Ignores ResourceMissing, so that deleting a missing object succeeds. */
export function ignoreMissing(error: unknown) {
  if (!(error instanceof ResourceMissing)) throw error;
}
