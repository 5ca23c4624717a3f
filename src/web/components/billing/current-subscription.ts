import { queryOptions } from '@tanstack/react-query';
import type { TaxLocation } from '#contract/billing/tax.ts';
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

type PreviewedPrice = {
  subscriptionPriceId: string;
  coupon: string;
  /** Place of an organization without an address, for Stripe Tax. */
  taxLocation: TaxLocation | null;
};

/**
 * Queries the next invoice, or the preview of a change to a price. Amounts are valid at the time of
 * the request.
 */
export const upcomingInvoiceQuery = (price?: PreviewedPrice) =>
  queryOptions({
    queryKey: tenantQueryKey('upcoming', price ?? null),
    queryFn: () =>
      api.subscriptions.getUpcomingInvoice({
        query: price && {
          subscriptionPriceId: price.subscriptionPriceId,
          ...(price.coupon && { subscriptionCoupon: price.coupon }),
          ...price.taxLocation,
        },
      }),
    staleTime: 0,
    // A preview from the cache would have an older price and an expired proration.
    gcTime: 0,
  });

/** Updates the caches after a call has changed the subscription. */
export async function cacheSubscription(changed: CurrentSubscription) {
  const { queryKey } = subscriptionQuery();
  const isReading = queryClient.isFetching({ queryKey }) > 0;
  queryClient.setQueryData(queryKey, changed);
  // A read that began before the change would show the state before it, and close what was opened since.
  if (isReading) void queryClient.invalidateQueries({ queryKey });
  // The entitlements of the tenant determine the menu, the guards and the banners. The change has succeeded
  // even if they can't be read now.
  await api.tenants
    .getCurrent()
    .then(cacheTenant, () => queryClient.invalidateQueries({ queryKey: ['user'] }));
  await Promise.all(
    ['upcoming', 'usage'].map((name) =>
      queryClient.invalidateQueries({ queryKey: tenantQueryKey(name) }),
    ),
  );
}
