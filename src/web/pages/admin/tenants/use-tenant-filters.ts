import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '#web/components/lists/filters.ts';
import { choiceFilter, dateFilter } from '#web/components/lists/use-local-list.ts';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';

const statuses = ['active', 'trialing', 'past_due', 'canceled'] as const;

/** Returns the filters of the organization list: plan, status and date of creation. */
export const useTenantFilters = (): FilterField[] => {
  const { t } = useTranslation();
  const { data: products = [] } = useQuery(allProductsQuery);
  return [
    {
      ...choiceFilter(
        'tier',
        t('admin.tenants.plan'),
        products.map(({ tier, title }) => ({ value: tier, label: title })),
      ),
      isOpen: true,
    },
    choiceFilter(
      'status',
      t('admin.tenants.status'),
      statuses.map((value) => ({ value, label: t(`admin.tenants.is.${value}`) })),
    ),
    dateFilter('createdAt', t('admin.tenants.created')),
  ];
};
