import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { NotificationRecord } from '#contract/notifications/notifications.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';
import { useSession } from '#web/session/session.ts';
import { serverNow } from '#web/ui/clock.ts';

const notificationsQuery = () =>
  pagedQuery(tenantQueryKey('notifications'), (query) => api.notifications.getAll({ query }), 20);

/** Returns own notifications, page by page. */
export const useNotifications = () => useInfiniteQuery(notificationsQuery());

/**
 * Returns the changes of read marks, which this browser shows immediately; null while an operator acts as the person.
 */
export function useReadMarks() {
  const { impersonatedBy } = useSession().user;
  const refetch = () =>
    queryClient.invalidateQueries({ queryKey: tenantQueryKey('notifications') });
  const one = useMutation({
    mutationFn: (id: string) => api.notifications.markRead({ params: { id } }),
    onMutate: (id) => markShown((notification) => notification.id === id),
    onError: refetch,
  });
  const all = useMutation({
    mutationFn: (upTo: string) => api.notifications.markAllRead({ params: { id: upTo } }),
    onMutate: (upTo) => markShown((notification) => notification.id <= upTo),
    onError: refetch,
  });
  return impersonatedBy ? null : { one: one.mutate, all: all.mutate };
}

function markShown(isMarked: (notification: NotificationRecord) => boolean) {
  const readAt = serverNow().toISOString();
  queryClient.setQueryData(
    notificationsQuery().queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((each) =>
            each.readAt === null && isMarked(each) ? { ...each, readAt } : each,
          ),
        })),
      },
  );
}
