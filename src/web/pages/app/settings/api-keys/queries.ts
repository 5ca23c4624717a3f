import { queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the organization's API keys. */
export const apiKeysQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('api keys'), queryFn: () => api.apiKeys.getAll() });

/** Returns the names of the keys that a change stops, for its question; an empty text if it stops none. */
export async function namesOfKeys(stops: (key: ApiKey) => boolean) {
  const keys = await queryClient.fetchQuery({ ...apiKeysQuery(), staleTime: 0 });
  return keys
    .filter(stops)
    .map(({ name }) => name)
    .join(', ');
}

/** Refetches the keys after a change, or after a refusal: another admin may have changed them. */
export const refreshKeys = () => queryClient.invalidateQueries(apiKeysQuery());
