import { useSyncExternalStore } from 'react';
import { hubErrors, type HubError } from '#contract/realtime.ts';
import { markKept } from '#web/api/kept-mark.ts';
import { messagesKey, storeMessages, unexpired } from '#web/api/kept-messages.ts';
import { sendChatMessage } from '#web/session/hub.ts';

type HubErrorKey = HubError extends `realtime.${infer R}` ? R : never;

/** A message that this browser has not sent yet; `failure` says why the hub refused it. */
export type WaitingMessage = {
  id: string;
  message: string;
  at: string;
  failure: HubErrorKey | null;
};

/** Sender and organization whose messages wait. */
type Sender = { tenant: string; userId: string; user: string };

let sender: Sender | null = null;
let waiting: readonly WaitingMessage[] = [];
let isSending = false;
const listeners = new Set<() => void>();

const update = (messages: readonly WaitingMessage[]) => {
  waiting = messages;
  if (sender) {
    try {
      storeMessages(messagesKey(sender), messages);
      if (messages.length > 0) markKept(true);
    } catch {
      // Without storage the messages wait in this tab only.
    }
  }
  for (const listener of listeners) listener();
};

/** Opens the messages that wait in this browser, also since before a reload. */
export const openOutbox = (of: Sender) => {
  sender = of;
  update(unexpired<WaitingMessage>(localStorage.getItem(messagesKey(of))));
};

/** Returns the messages that wait, oldest first. */
export const useOutbox = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
    () => waiting,
  );

/** Adds a message; `flushOutbox` sends it. */
export const addToOutbox = (message: string) => {
  const id = crypto.randomUUID();
  update([...waiting, { id, message, at: new Date().toISOString(), failure: null }]);
};

/** Removes a message: it was sent or deleted. */
export const removeFromOutbox = (id: string) => update(waiting.filter((each) => each.id !== id));

/** Makes a message that failed wait again. */
export const retryMessage = (id: string) =>
  update(waiting.map((each) => (each.id === id ? { ...each, failure: null } : each)));

const pauseMs = 1_000;

/**
 * Sends what waits, one after the other, in order. A lost connection leaves the rest waiting: the id keeps a message
 * whose answer was lost from being stored twice (R-CHT-03).
 */
export const flushOutbox = async () => {
  if (isSending) return;
  isSending = true;
  try {
    for (;;) {
      const next = waiting.find(({ failure }) => failure === null);
      if (!next || !sender) return;
      const failure = await trySending(sender, next);
      if (failure === 'unavailable') return;
      if (failure === 'tooFast') await new Promise((resolve) => setTimeout(resolve, pauseMs));
      else if (failure === null) removeFromOutbox(next.id);
      else update(waiting.map((each) => (each.id === next.id ? { ...each, failure } : each)));
    }
  } finally {
    isSending = false;
  }
};

const trySending = ({ tenant, user }: Sender, { id, message }: WaitingMessage) =>
  sendChatMessage(tenant, { user, id, message }).then(() => null, failureOf);

/** Returns the hub's refusal in the client's error; otherwise the hub was unreachable. */
const failureOf = (error: unknown): HubErrorKey => {
  const found = hubErrors.find((code) => error instanceof Error && error.message.includes(code));
  return (found ?? 'realtime.unavailable').replace('realtime.', '') as HubErrorKey;
};
