import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** Queries the sessions of the account, newest first; one of them is the current one. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api.users.getSessions(),
});

/** Queries how the person can sign in, and the address that awaits confirmation. */
export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => api.signIn.getOwn(),
});

/** Queries the working access to organizations that the person gave to programs and people. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: () => api.signIn.getGrants(),
  // Other pages and people end grants.
  staleTime: 0,
});
