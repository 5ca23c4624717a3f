import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/session/translation.ts';
import { availableProductsQuery } from './available-products.ts';

/** Returns a function for the name of a tier: its products on offer, otherwise its number. */
export function useTierNames() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(availableProductsQuery);
  return (tier: number) => {
    const titles = data.filter((product) => product.tier === tier).map(({ title }) => title);
    return titles.join(' / ') || t('common.tier', { tier });
  };
}
