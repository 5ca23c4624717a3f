import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the organization's API keys. */
export const apiKeysQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('api keys'), queryFn: () => api.apiKeys.getAll() });

/** Refetches the keys after a change, or after a refusal: another admin may have changed them. */
export const refreshKeys = () => queryClient.invalidateQueries(apiKeysQuery());
