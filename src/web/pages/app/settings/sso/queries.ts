import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the organization's domains. */
export const domainsQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('domains'), queryFn: () => api.domains.getAll() });

/** Loads the domains again. */
export const refreshDomains = () => queryClient.invalidateQueries(domainsQuery());

/** Returns the query of the identity provider's settings. */
export const ssoQuery = () =>
  queryOptions({ queryKey: tenantQueryKey('sso'), queryFn: () => api.sso.get() });

/** Loads the settings of the identity provider again. */
export const refreshSso = () => queryClient.invalidateQueries(ssoQuery());
