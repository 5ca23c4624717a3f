import { onlineManager } from '@tanstack/react-query';
import { api, sendRequest } from '#web/api/api.ts';
import { isImpersonating, storedToken } from '#web/api/credentials.ts';
import {
  readQueue,
  removeQueued,
  storeDraft,
  storeQueued,
  type QueuedChange,
} from '#web/api/kept-input.ts';
import { subscribeToMark } from '#web/api/kept-mark.ts';
import { queryClient } from '#web/api/queries.ts';
import { cachedUser } from '#web/session/session.ts';
import { isTooOld, outcomeOf } from './outcome.ts';

/** Changes of this person that wait or were refused, and the id of the one that is being sent. */
export type Outbox = { changes: readonly QueuedChange[]; sending: string | null };

let outbox: Outbox = { changes: [], sending: null };
const listeners = new Set<() => void>();
const sentListeners = new Set<(change: QueuedChange) => void>();

const show = (changed: Partial<Outbox>) => {
  outbox = { ...outbox, ...changed };
  for (const listener of listeners) listener();
};

const refresh = async () => {
  const user = cachedUser();
  const changes = user && !isImpersonating() ? await readQueue(user.id) : [];
  show({ changes });
  return changes;
};

export const currentOutbox = () => outbox;

/** Calls `onSent` for each change that was sent by this tab. */
export const subscribeToSent = (onSent: (change: QueuedChange) => void) => {
  sentListeners.add(onSent);
  return () => sentListeners.delete(onSent);
};

const retryMs = 10_000;

/** Watches the queue: sends it now, when the connection is back and every ten seconds. */
export const subscribeToOutbox = (listener: () => void) => {
  listeners.add(listener);
  const send = () => void sendQueued().catch(() => undefined);
  const stopMark = subscribeToMark(() => void refresh().catch(() => undefined));
  const stopOnline = onlineManager.subscribe((isOnline) => isOnline && send());
  const timer = setInterval(send, retryMs);
  send();
  return () => {
    listeners.delete(listener);
    stopMark();
    stopOnline();
    clearInterval(timer);
  };
};

type NewChange = Omit<QueuedChange, 'id' | 'queuedAt' | 'refusal'>;

/**
 * Stores a change to send it later. A later change of the same record replaces one that waits, whose
 * version it keeps: it contains its values.
 */
export const queueChange = async (change: NewChange) => {
  const waiting = (await readQueue(change.user)).find(
    ({ id, tenant, refusal, request }) =>
      // One that is being sent ends with its own answer.
      id !== outbox.sending &&
      tenant === change.tenant &&
      refusal === null &&
      request.method === 'PUT' &&
      change.request.method === 'PUT' &&
      request.url === change.request.url,
  );
  const { id, queuedAt, request, form } = waiting ?? {
    id: change.key ?? crypto.getRandomValues(new Uint32Array(4)).join(''),
    queuedAt: Date.now(),
    ...change,
  };
  await storeQueued({
    ...change,
    id,
    queuedAt,
    refusal: null,
    request: { ...change.request, headers: request.headers },
    form: { ...change.form, draft: { ...change.form.draft, base: form.draft.base } },
  });
  await refresh();
};

/** Removes a change without sending it. */
export const discardQueued = async (change: QueuedChange) => {
  await removeQueued(change);
  await refresh();
};

/** Takes a change out of the queue, so that its form opens with its input. */
export const takeBack = async (change: QueuedChange) => {
  const { name, draft } = change.form;
  await storeDraft(change, name, draft);
  await discardQueued(change);
};

/** Sends what waits, in its order; one tab at a time. */
const sendQueued = async () => {
  if (outbox.sending !== null || !onlineManager.isOnline()) return void (await refresh());
  // Secure contexts only; elsewhere keys and versions alone prevent a second effect.
  await ('locks' in navigator
    ? navigator.locks.request('pregao-outbox', { ifAvailable: true }, (lock) => lock && sendAll())
    : sendAll());
};

const sendAll = async () => {
  const waiting = (await refresh()).filter(({ refusal }) => refusal === null);
  if (waiting.length === 0) return;
  const token = storedToken();
  // Another tab may have signed in as another person.
  const isSame = await api.users.getCurrent().then(
    ({ id }) => id === cachedUser()?.id,
    () => false,
  );
  if (!isSame) return;
  for (const change of waiting) {
    // Read again right before each request, which takes its token in the same step.
    if (storedToken() !== token || isImpersonating()) return;
    show({ sending: change.id });
    const isAnswered = await send(change).finally(() => show({ sending: null }));
    if (!isAnswered) return;
    await refresh();
  }
};

/** Sends one change; resolves to false if it has to wait. */
const send = async (change: QueuedChange) => {
  if (isTooOld(change, Date.now())) {
    await storeQueued({ ...change, refusal: { code: 'request.answerLost', params: {} } });
    return true;
  }
  const answer = await sendRequest(change.request, change.tenant || null, change.key).catch(
    () => null,
  );
  const outcome = answer ? outcomeOf(change, answer) : 'later';
  if (outcome === 'later') return false;
  if (outcome === 'done') {
    await removeQueued(change);
    for (const listener of sentListeners) listener(change);
    void queryClient.invalidateQueries();
  } else await storeQueued({ ...change, ...outcome });
  return true;
};
