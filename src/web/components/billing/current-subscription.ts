import { queryOptions } from '@tanstack/react-query';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { cacheTenant } from '#web/session/session.ts';

/** Queries the subscription of this tab's organization. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('subscription'),
    queryFn: () => api.subscriptions.getCurrent(),
  });

/**
 * Queries the next invoice, or the preview of a change to a price. Amounts are valid at the time of
 * the request.
 */
export const upcomingInvoiceQuery = (price?: { subscriptionPriceId: string; coupon: string }) =>
  queryOptions({
    queryKey: tenantQueryKey('upcoming', price ?? null),
    queryFn: () =>
      api.subscriptions.getUpcomingInvoice({
        query: price && {
          subscriptionPriceId: price.subscriptionPriceId,
          ...(price.coupon && { subscriptionCoupon: price.coupon }),
        },
      }),
    staleTime: 0,
    // A preview from the cache would have an older price and an expired proration.
    gcTime: 0,
  });

/** Updates the caches after a call has changed the subscription. */
export const cacheSubscription = async (changed: CurrentSubscription) => {
  queryClient.setQueryData(subscriptionQuery().queryKey, changed);
  // The entitlements of the tenant determine the menu, the guards and the banners.
  cacheTenant(await api.tenants.getCurrent());
  await queryClient.invalidateQueries({ queryKey: tenantQueryKey('upcoming') });
};
