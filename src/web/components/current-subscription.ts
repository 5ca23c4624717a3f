import { queryOptions } from '@tanstack/react-query';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantKey } from '#web/api/queries.ts';
import { showTenant } from '#web/session/session.ts';

/** What the organization of this tab has. */
export const currentSubscription = () =>
  queryOptions({
    queryKey: tenantKey('subscription'),
    queryFn: () => api.subscriptions.getCurrent(),
  });

/** The next invoice; with a price, what changing to it costs. Amounts hold for the moment they are asked. */
export const upcomingInvoice = (price?: { subscriptionPriceId: string; coupon: string }) =>
  queryOptions({
    queryKey: tenantKey('upcoming', price ?? null),
    queryFn: () =>
      api.subscriptions.getUpcomingInvoice({
        query: price && {
          subscriptionPriceId: price.subscriptionPriceId,
          ...(price.coupon && { subscriptionCoupon: price.coupon }),
        },
      }),
    staleTime: 0,
  });

/** Shows what a call has just made of the subscription, on this page and around it. */
export const showSubscription = async (changed: CurrentSubscription) => {
  queryClient.setQueryData(currentSubscription().queryKey, changed);
  // What it grants is part of the organization: the menu, the guards and the banners go by it.
  showTenant(await api.tenants.getCurrent());
  await queryClient.invalidateQueries({ queryKey: tenantKey('upcoming') });
};
