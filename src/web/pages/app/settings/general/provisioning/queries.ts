import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the organization's SCIM tokens. */
export const scimTokensQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('scim tokens'), queryFn: () => api.scim.getTokens() });
