import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** Where the account is open, newest first; one of them is the session that asks. */
export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api.users.getSessions(),
});
