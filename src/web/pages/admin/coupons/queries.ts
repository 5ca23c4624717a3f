import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** All coupons, and the codes that were created at the provider. */
export const couponsQuery = queryOptions({
  queryKey: ['operator', 'coupons'],
  queryFn: () => api.coupons.getAll(),
});

/** Returns the query of one coupon. */
export const couponQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'coupons', id],
    queryFn: () => api.coupons.get({ params: { id } }),
  });

/** Subscriptions and discounts of all coupons, which the provider takes longer to read. */
export const performanceQuery = queryOptions({
  queryKey: ['operator', 'coupons', 'performance'],
  queryFn: () => api.coupons.getPerformance(),
  retry: false,
});
