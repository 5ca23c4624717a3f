import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** Queries the billing of an organization and what operators did for it. */
export const supportQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'support', id],
    queryFn: () => api.support.get({ params: { id } }),
  });

/** Queries the cost of changing an organization to a price, which is valid at the time of the request. */
export const previewQuery = (id: string, subscriptionPriceId: string) =>
  queryOptions({
    queryKey: ['operator', 'support', id, 'preview', subscriptionPriceId],
    queryFn: () =>
      api.support.previewPlanChange({ params: { id }, query: { subscriptionPriceId } }),
    staleTime: 0,
    // A preview from the cache would have an older price and an expired proration.
    gcTime: 0,
  });
