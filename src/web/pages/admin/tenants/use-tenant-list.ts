import { useQuery } from '@tanstack/react-query';
import { tenantList } from '#contract/lists/operator.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';

const statuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const;

/** Returns the state of the organization list with these columns, in descending order of one. */
export function useTenantList(
  columns: readonly ListColumn<OperatorTenantSummary>[],
  firstSort: 'name' | 'createdAt',
) {
  const { t } = useTranslation();
  const { data: products = [] } = useQuery(allProductsQuery);
  return useDeclaredList(tenantList, {
    columns,
    firstSort,
    filters: {
      tier: {
        label: t('admin.tenants.plan'),
        choices: products.map(({ tier, title }) => ({ value: String(tier), label: title })),
        isOpen: true,
      },
      status: {
        label: t('admin.tenants.status'),
        choices: choicesOf(statuses, (value) => t(`admin.tenants.is.${value}`)),
      },
      createdAt: { label: t('admin.tenants.created') },
    },
  });
}
