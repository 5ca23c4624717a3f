import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#server/platform/app-context.ts';
import { FairPlaces } from '#server/platform/fair-places.ts';
import type { Logger } from '#server/platform/jobs/logger.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { messageIdOf } from './body.ts';
import { disableEndpoint } from './disable.ts';
import { keyOwner } from './endpoints.ts';
import { createHostPlaces, webhookHostOf } from './hosts.ts';
import {
  abandon,
  claimDeliveries,
  listDueEndpoints,
  noteHealth,
  postpone,
  readEndpoint,
  recordOutcomes,
  type ClaimedDelivery,
  type DueEndpoint,
  type Outcome,
  type Target,
} from './queue.ts';
import { lastingFailure, pauseAfter, retryDelay } from './retries.ts';
import { attemptDelivery, createWebhookFetch, failedAttempt } from './send.ts';

type SenderOptions = {
  store: OwnerDatabase;
  context: AppContext;
  logger: Logger;
  /** Milliseconds between two looks for what is due. */
  pollInterval?: number;
};

/** Requests to one endpoint at a time. */
const perEndpoint = 10;
/** Share of the free places that the endpoints of one organization may take: slow ones leave most to others. */
const tenantShare = 1 / 10;
/** Milliseconds after which an endpoint with a backlog gives its place to the one that has waited longest. */
const sliceMs = 5_000;
const suspendedPause = 3_600_000;
const stopTimeoutMs = 15_000;

/**
 * Starts to send what the triggers have queued, each endpoint on its own (R-WHK-04). Organizations share the places, and
 * endpoints those of their host (R-WHK-09). A process that is killed leaves its deliveries to the next one, a minute
 * later.
 */
export function startWebhookSender({
  store,
  context,
  logger,
  pollInterval = 1_000,
}: SenderOptions) {
  const stopping = new AbortController();
  const active = new Map<string, Promise<void>>();
  const places = new FairPlaces(context.config.webhookPlaces, tenantShare);
  const dependencies = {
    store,
    context,
    logger,
    fetch: createWebhookFetch(context.config),
    hosts: createHostPlaces(),
  };
  const send = async (due: DueEndpoint) => {
    using _ = places.take(due.tenant);
    try {
      await sendDue(dependencies, due, stopping.signal);
    } catch (error) {
      logger.error({ err: error, ...due }, 'sending webhooks failed');
    } finally {
      active.delete(due.endpoint);
    }
  };
  const begin = (due: DueEndpoint) => {
    if (active.has(due.endpoint) || !places.admits(due.tenant)) return;
    active.set(due.endpoint, send(due));
  };
  const poll = async () => {
    let hasFailed = false;
    while (!stopping.signal.aborted) {
      try {
        for (const due of await listDueEndpoints(store)) begin(due);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) logger.warn({ err: error }, 'webhooks can’t be read; will retry');
        hasFailed = true;
      }
      await sleep(pollInterval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const polling = poll();
  return {
    /** Begins no more requests and waits for the current ones. */
    stop: async () => {
      stopping.abort();
      const patience = sleep(stopTimeoutMs, undefined, { ref: false });
      await Promise.race([Promise.all([polling, ...active.values()]), patience]);
    },
  };
}

type Dependencies = Pick<SenderOptions, 'store' | 'context' | 'logger'> & {
  fetch: ReturnType<typeof createWebhookFetch>;
  hosts: ReturnType<typeof createHostPlaces>;
};

/** Sends what is due to an endpoint until nothing is left, it fails, its time is over, or the process stops. */
async function sendDue(dependencies: Dependencies, due: DueEndpoint, signal: AbortSignal) {
  const { store, hosts } = dependencies;
  const end = Date.now() + sliceMs;
  while (!signal.aborted && Date.now() < end) {
    const state = await readEndpoint(store, due);
    if (!state) return;
    if (state.disabled_at) return void (await abandon(store, due));
    if (state.suspended) {
      // The time of a suspension is none of failure.
      if (state.failing_since) await noteHealth(store, due, { isFailing: false });
      return void (await postpone(store, due, new Date(Date.now() + suspendedPause)));
    }
    // Before claiming: what waits for a place must not outlive its lease.
    using places = hosts.take(await webhookHostOf(state.url), due.endpoint, perEndpoint);
    if (places.count === 0) return;
    const claimed = await claimDeliveries(store, due, places.count);
    if (claimed.length === 0) return;
    const outcomes = await sendBatch(dependencies, { ...due, state }, claimed);
    await recordOutcomes(store, due.tenant, outcomes);
    if (!(await isHealthy(dependencies, { ...due, state }, outcomes))) return;
  }
}

async function sendBatch(
  { context, fetch, logger }: Dependencies,
  { tenant, endpoint, state }: Target,
  claimed: ClaimedDelivery[],
): Promise<Outcome[]> {
  const isRotating = state.former_until !== null && state.former_until > new Date();
  const sealed = [state.signing_key, ...(isRotating && state.former_key ? [state.former_key] : [])];
  const unsealing = sealed.map((key) => context.encryption.decrypt(keyOwner(endpoint), key));
  // Without its key nothing can be signed; the record of the deliveries says so.
  const keys = await Promise.all(unsealing).catch(() => null);
  return Promise.all(
    claimed.map(async ({ id, event, body, attempts }) => {
      if (body instanceof Error) {
        logger.error({ err: body, tenant, endpoint, event }, 'a webhook can’t be sent');
        return { id, state: 'failed', next: null, attempt: failedAttempt(unsendable) };
      }
      // Requests under way are finished when the process stops.
      const attempt = keys
        ? await attemptDelivery(fetch, {
            url: state.url,
            keys,
            messageId: messageIdOf(event),
            body,
          })
        : failedAttempt('signingKey');
      const isDone = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
      if (isDone) return { id, state: 'succeeded', next: null, attempt };
      const delay = retryDelay(attempts);
      if (delay === null) return { id, state: 'failed', next: null, attempt };
      return { id, state: 'pending', next: new Date(Date.now() + delay), attempt };
    }),
  );
}

/** Error of an attempt that made no request, which does not count against its endpoint. */
const unsendable = 'internal';

/**
 * Records whether the endpoint works. After a failed batch the rest of its backlog waits. After a lasting failure, or an
 * answer of 410, it is turned off (R-WHK-06). Returns false if nothing more may be sent now.
 */
async function isHealthy(
  { store, context }: Dependencies,
  target: Target,
  outcomes: Outcome[],
): Promise<boolean> {
  const { state, ...due } = target;
  const sent = outcomes.filter(({ attempt }) => attempt.error !== unsendable);
  if (sent.length === 0) return true;
  if (sent.some(({ attempt }) => attempt.status === 410)) {
    await disableEndpoint({ store, context }, target, 'gone');
    return false;
  }
  const isFailing = sent.every((outcome) => outcome.state !== 'succeeded');
  if (isFailing !== (state.failing_since !== null)) await noteHealth(store, due, { isFailing });
  if (!isFailing) return true;
  const failedFor = state.failing_since ? Date.now() - Number(state.failing_since) : 0;
  if (failedFor >= lastingFailure) await disableEndpoint({ store, context }, target, 'failing');
  else await postpone(store, due, new Date(Date.now() + pauseAfter(failedFor)));
  return false;
}
