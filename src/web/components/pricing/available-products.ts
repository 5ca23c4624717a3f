import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Queries the active products, by tier; they are the same for every organization. */
export const availableProductsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => api.products.getAll(),
  staleTime: 300_000,
});

/**
 * Returns the name of the smallest plan on sale with at least this tier; the tier's if there is none or the plans can't
 * be loaded, and undefined while they load.
 */
export function usePlanWithTier(tier: number) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(availableProductsQuery);
  if (isPending) return undefined;
  return data?.find((product) => product.tier >= tier)?.title ?? t('common.tier', { tier });
}
