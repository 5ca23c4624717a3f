import { useQuery } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Returns the categories of the latest transactions; none until they have loaded. */
export function useCategories() {
  const { data = [] } = useQuery({
    queryKey: tenantQueryKey('transactions', 'categories'),
    queryFn: () => api.transactions.getCategories(),
  });
  return data;
}
