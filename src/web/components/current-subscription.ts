import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantKey } from '#web/api/queries.ts';

/** What the organization of this tab has. */
export const currentSubscription = () =>
  queryOptions({
    queryKey: tenantKey('subscription'),
    queryFn: () => api.subscriptions.getCurrent(),
  });
