import { useQuery } from '@tanstack/react-query';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns the tiers of all products, also of archived ones, and a function for the name of a tier. */
export function usePlanNames() {
  const { t } = useTranslation();
  const { data: products = [] } = useQuery(allProductsQuery);
  const tiers = [...new Set(products.map(({ tier }) => tier))].toSorted(
    (one, other) => one - other,
  );
  const nameOf = (tier: number) => {
    const titles = products.filter((product) => product.tier === tier).map(({ title }) => title);
    return titles.join(' / ') || t('common.tier', { tier });
  };
  return { tiers, nameOf };
}
