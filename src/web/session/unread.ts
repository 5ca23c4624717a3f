import { useSyncExternalStore } from 'react';

/** Own unread notifications and messages in the organization of this tab; the hub sends them. */
type Unread = { notifications: number; messages: number };

/** Greatest count that the hub sends: it means as many or more. */
const maxUnread = 100;

const none: Unread = { notifications: 0, messages: 0 };
let unread = none;
let isChatOpen = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setUnread(counts: Unread) {
  // The chat page marks as seen what it shows.
  unread = isChatOpen ? { ...counts, messages: 0 } : counts;
  for (const listener of listeners) listener();
}

/** Counts a message of another member, unless the chat shows it. */
export const countMessage = () =>
  setUnread({ ...unread, messages: Math.min(unread.messages + 1, maxUnread) });

/** Marks the chat as visible in this tab until the returned function is called. */
export function openChat() {
  isChatOpen = true;
  setUnread(unread);
  return () => {
    isChatOpen = false;
  };
}

/** Returns the unread counts. */
export const useUnread = () =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => none,
  );

/** Returns a count as its badge shows it. */
export const badgeText = (count: number) => (count >= maxUnread ? '99+' : String(count));
