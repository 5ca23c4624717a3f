import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';

/** Queries the active products, by tier; they are the same for every organization. */
export const availableProductsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => api.products.getAll(),
  staleTime: 300_000,
});
