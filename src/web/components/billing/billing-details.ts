import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Queries what the invoices of this tab's organization show about it. */
export const billingDetailsQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('billing-details'),
    queryFn: () => api.billing.getDetails(),
  });

/** Page on which owners and admins change them. */
export const billingDetailsPath = '/app/settings/organization/subscription/billing';
