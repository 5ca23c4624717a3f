import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

const pollMs = 2_000;

/** Returns the query of the exports and imports of the organization; asks again while one runs. */
export const archivesQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('archives'),
    queryFn: () => api.archives.getAll(),
    refetchInterval: ({ state }) =>
      state.data?.some((archive) => archive.state === 'running') ? pollMs : false,
  });

/** Refetches the list after a change, or after a refusal. */
export const refreshArchives = () =>
  queryClient.invalidateQueries({ queryKey: archivesQuery().queryKey });
