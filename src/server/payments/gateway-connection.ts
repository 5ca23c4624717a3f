import type { Stripe } from 'stripe';
import { NotAtProvider, translateError } from './errors.ts';
import { sdk } from './sdk.ts';

export interface Settings {
  secretKey: string;
  /** Base URL of the payment sandbox, such as `http://127.0.0.1:41234`; Stripe when omitted. */
  apiBase?: string;
  /** Timeout of one attempt in milliseconds; 10,000 by default. */
  timeout?: number;
}

export type Metadata = Record<string, string>;

/** An object created at the provider. */
export interface Made {
  /** The provider's id: our `serviceId`. */
  id: string;
}

/** Pins the shape of every response; update it together with the SDK. */
const apiVersion = '2026-10-28.endive';

/** Creates a client of the SDK; sends no request. */
export async function connect({ secretKey, apiBase, timeout = 10_000 }: Settings): Promise<Stripe> {
  const Stripe = await sdk();
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion,
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** Returns the provider's answer; throws our error for its refusal. */
export async function answer<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw await translateError(error);
  }
}

export const done = async (asked: Promise<unknown>) => {
  await answer(asked);
};

export const made = async (asked: Promise<Made>): Promise<Made> => ({
  id: (await answer(asked)).id,
});

/** Ignores NotAtProvider, so that deleting a missing object succeeds. */
export function unlessGone(error: unknown) {
  if (!(error instanceof NotAtProvider)) throw error;
}
