import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the announcements that the member sees now. */
export const announcementsQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('announcements'),
    queryFn: () => api.announcements.getMine(),
    staleTime: 300_000,
  });
