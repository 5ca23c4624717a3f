import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';

/** All announcements. */
export const allAnnouncementsQuery = queryOptions({
  queryKey: ['operator', 'announcements'],
  queryFn: () => api.announcements.getAll(),
});

/** Returns the query of one announcement. */
export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'announcements', id],
    queryFn: () => api.announcements.get({ params: { id } }),
  });

/** Refetches announcements after a change, in the portal and in the app. */
export const refreshAnnouncements = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.includes('announcements'),
  });
