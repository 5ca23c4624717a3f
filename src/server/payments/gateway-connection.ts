import type { Stripe } from 'stripe';
import { NotAtProvider, translateError } from './errors.ts';
import { sdk } from './sdk.ts';

export interface Settings {
  secretKey: string;
  /** Where the payment sandbox listens, `http://127.0.0.1:41234`; Stripe itself unless given. */
  apiBase?: string;
  /** Milliseconds that one try may take; ten seconds unless given. */
  timeout?: number;
}

export type Metadata = Record<string, string>;

/** An object the provider made. */
export interface Made {
  /** The provider's id: our `serviceId`. */
  id: string;
}

/** The shapes of every answer depend on it: it changes with the SDK, by hand. */
const apiVersion = '2026-10-28.endive';

/** The SDK, set up; it sends nothing by itself. */
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

/** The provider's answer, or our error for its refusal. */
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

/** What is to be gone and is not there needs nothing more. */
export function unlessGone(error: unknown) {
  if (!(error instanceof NotAtProvider)) throw error;
}
