import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** The person's second factors, passkeys and remembered devices. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => api.factors.getAll(),
});
