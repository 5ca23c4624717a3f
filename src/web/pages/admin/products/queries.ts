import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** All products, including archived ones (R-PRD-11). */
export const allProductsQuery = queryOptions({
  queryKey: ['products', 'all'],
  queryFn: () => api.products.getAll({ query: { activeOnly: 'false' } }),
});

/**
 * Query of the differences between our catalog and the provider's. Never cached, because the
 * provider's side changes without notice.
 */
export const differencesQuery = {
  queryKey: ['operator', 'catalogue', 'differences'],
  queryFn: () => api.products.compare(),
  staleTime: 0,
  retry: false,
};
