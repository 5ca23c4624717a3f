import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Page where owners export everything. */
export const dataPath = '/app/settings/organization/data';

/** Queries what stops and what stays without the subscription of this tab's organization. */
export const planEndQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('planEnd'),
    queryFn: () => api.subscriptions.getPlanEnd(),
    // Members, invitations and records change on other pages.
    staleTime: 0,
  });
