import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StoredChatMessage } from '#contract/chat/chat.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';
import { onMessage } from '#web/session/hub.ts';
import { useSession } from '#web/session/session.ts';
import { openChat } from '#web/session/unread.ts';

const messagesQuery = () =>
  infiniteQueryOptions({
    ...pagedQuery(tenantQueryKey('chat'), (query) => api.chat.getMessages({ query }), 50),
    // The hub adds new messages; a reconnect and each visit load the list again.
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

/** Returns the messages of the organization, oldest first, and keeps them up to date (R-CHT-01). */
export function useMessages(isConnected: boolean) {
  const { user } = useSession();
  const list = useInfiniteQuery(messagesQuery());
  useEffect(() => {
    if (isConnected) void queryClient.invalidateQueries({ queryKey: messagesQuery().queryKey });
  }, [isConnected]);
  useEffect(() => {
    const stop = onMessage((message) => {
      addMessage({ ...message, unread: message.userId !== user.id && document.hidden });
    });
    return () => void stop();
  }, [user.id]);
  const messages = list.data?.pages.flatMap(({ items }) => items).toReversed();
  useMarkSeen(messages?.at(-1)?.position);
  return { list, messages, firstUnread: useFirstUnread(messages) };
}

/** Adds a message to the loaded ones, unless it is there already. */
const addMessage = (message: StoredChatMessage) =>
  queryClient.setQueryData(messagesQuery().queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first || first.items.some(({ position }) => position === message.position)) {
      return data;
    }
    const items = [message, ...first.items].toSorted((one, other) => other.position - one.position);
    return { ...data, pages: [{ ...first, items }, ...rest] };
  });

/**
 * Returns the position of the oldest unread message, above which "New" is shown; it stays while the page is open,
 * although its messages are marked as seen.
 */
function useFirstUnread(messages: readonly StoredChatMessage[] | undefined) {
  const [first, setFirst] = useState<number | null>(null);
  const oldest = messages?.find(({ unread }) => unread)?.position;
  if (oldest !== undefined && (first === null || oldest < first)) setFirst(oldest);
  return first;
}

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Marks what the page shows as seen, while the tab is visible and its own member looks (R-CHT-02). */
function useMarkSeen(newest: number | undefined) {
  const { impersonatedBy } = useSession().user;
  const isVisible = useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => true,
  );
  const mayMark = isVisible && impersonatedBy === null;
  useEffect(() => (mayMark ? openChat() : undefined), [mayMark]);
  useEffect(() => {
    if (!mayMark || newest === undefined) return;
    api.chat.markRead({ params: { position: String(newest) } }).catch(() => undefined);
  }, [mayMark, newest]);
}
