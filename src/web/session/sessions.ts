import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** Queries the sessions of the account, newest first; one of them is the current one. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api.users.getSessions(),
});
