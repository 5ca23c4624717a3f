import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/session/translation.ts';
import { availableProductsQuery } from './available-products.ts';

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
