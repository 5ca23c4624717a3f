import { createHmac } from 'node:crypto';
import { withPagesUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { readClock, type SandboxStore } from '#sandbox/stripe/store/store.ts';
import {
  type DeliveryAttempt,
  claimDelivery,
  hasDueDelivery,
  recordDeliverySuccess,
  recordDeliveryFailure,
  shuffleWindowSeconds,
} from './deliveries.ts';

export type WebhookTarget = {
  /** Returns the webhook's URL; null while nothing listens there: events wait. */
  url: () => string | null;
  /** Signing secret, as Stripe's `whsec_…`. */
  secret: string;
  /** Returns the URL of the hosted pages that events link to. */
  pagesUrl: () => string;
};

export type WebhookSender = {
  /** Delivers due events soon, after the current request was answered. */
  wake: () => void;
  /** Resolves when no delivery is due: each event was delivered or its attempt failed. */
  whenIdle: () => Promise<void>;
  /** Makes no further attempts; resolves when the running one has ended. */
  close: () => Promise<void>;
};

type Options = {
  store: SandboxStore;
  target: WebhookTarget;
  onError: (error: unknown) => void;
};

const pollMs = 1_000;
const claimedPollMs = 50;
const requestTimeoutMs = 10_000;

/** Delivers recorded events to the webhook one after the other, in the background. */
export function createWebhookSender({ store, target, onError }: Options): WebhookSender {
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let isWaiting = false;

  const drain = (by?: number) => {
    const current = last.then(async () => {
      const until = by ?? (await readClock(store));
      while (!closing.signal.aborted && target.url() !== null) {
        const attempt = await claimDelivery(store, until);
        if (!attempt) return;
        await deliverEvent({ store, target, signal: closing.signal }, attempt);
      }
    });
    last = current.catch((error: unknown) => {
      if (!closing.signal.aborted) onError(error);
    });
    return current;
  };
  const wake = () => {
    if (isWaiting || closing.signal.aborted || target.url() === null) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      void drain().catch(() => undefined);
    });
  };
  // Picks up retries that became due, and deliveries that another process left behind.
  const poll = setInterval(wake, pollMs);
  return {
    wake,
    async whenIdle() {
      const by = (await readClock(store)) + shuffleWindowSeconds;
      while (!closing.signal.aborted && target.url() !== null) {
        await drain(by);
        if (!(await hasDueDelivery(store, by))) return;
        // Another process has claimed the rest.
        await new Promise((resolve) => void setTimeout(resolve, claimedPollMs));
      }
    },
    async close() {
      clearInterval(poll);
      closing.abort();
      await last;
    },
  };
}

type Work = {
  signal: AbortSignal;
} & Omit<Options, 'onError'>;

async function deliverEvent(
  { store, target, signal }: Work,
  attempt: DeliveryAttempt,
): Promise<void> {
  const failure = await postEvent(target, attempt, signal);
  if (failure === null) await recordDeliverySuccess(store, attempt);
  else await recordDeliveryFailure(store, attempt, failure);
}

/** Posts an event as Stripe does; returns the reason of a failure, or null. */
async function postEvent(target: WebhookTarget, { event }: DeliveryAttempt, signal: AbortSignal) {
  const url = target.url();
  if (url === null) return 'no webhook endpoint';
  const written = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
  const body = withPagesUrl(written, target.pagesUrl());
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signPayload(body, target.secret),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

/** Returns Stripe's signature of a body. Uses real time, because the SDK checks the age against that. */
function signPayload(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}
