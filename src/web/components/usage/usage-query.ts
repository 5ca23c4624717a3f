import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Queries what the organization of this tab uses of its plan's limits; for owners and admins. */
export const usageQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('usage'), queryFn: () => api.usage.get() });
