import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { tenantList } from '#contract/lists/operator.ts';
import { fromMinor } from '#contract/money.ts';
import { monthlyAmount } from '#contract/periods.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { personName } from '#web/components/initials.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { useBrandingColumns, useTenantName } from './columns.tsx';
import { ownerOf } from './owner.ts';
import { TenantActions } from './row-actions.tsx';

export const handle: RouteHandle = { title: 'admin.tenants.title' };

const views = ['business', 'branding'] as const;

/** Lists every organization with its business, or with its branding and products (R-OPR-02). */
export default function Tenants() {
  const { t } = useTranslation();
  const { query, setParams } = useListQuery();
  const view = query.get('view') === 'branding' ? 'branding' : 'business';
  const columns = { business: useBusinessColumns(), branding: useBrandingColumns() };
  const state = useTenantList(columns[view], view === 'branding' ? 'name' : 'createdAt');
  const list = useInfiniteQuery(
    listQuery(['operator', 'tenants'], state.query, api.tenants.getAllOfAll),
  );
  return (
    <ListPage
      title={t('admin.tenants.title')}
      text={t('admin.tenants.text')}
      list={list}
      actions={
        <SegmentedControl
          label={t('admin.tenants.view')}
          segments={views.map((value) => ({ value, label: t(`admin.tenants.${value}`) }))}
          value={view}
          onChange={({ target }) => setParams({ view: target.value })}
        />
      }
    >
      <DataList
        name="operator.tenants"
        caption={t('admin.tenants.title')}
        state={state}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.tenants.exportOfAll)}
        rowKey={({ id }) => id}
        paging={list}
        renderActions={(tenant) => <TenantActions tenant={tenant} />}
        empty={
          <EmptyState icon={<Building2 aria-hidden />} title={t('admin.tenants.emptyTitle')}>
            {t('admin.tenants.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

const statuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const;

/** Returns the state of the organization list with these columns, in descending order of one. */
function useTenantList(
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

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'danger',
  paused: 'warning',
  canceled: 'neutral',
} as const;

/** Returns the columns of the organization list on its business: owner, plan, revenue, activity. */
function useBusinessColumns(): ListColumn<OperatorTenantSummary>[] {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const text = (key: 'owner' | 'plan' | 'status' | 'mrr' | 'users' | 'lastActive') =>
    ({ key, header: t(`admin.tenants.${key}`) }) as const;
  return [
    useTenantName(),
    {
      ...text('owner'),
      phone: 'hidden',
      render: (tenant) => {
        const owner = ownerOf(tenant);
        return owner ? (
          <span className="grid min-w-0 sm:min-w-36">
            <span>{personName(owner)}</span>
            <span className="wrap-anywhere text-muted">{owner.email}</span>
          </span>
        ) : (
          '–'
        );
      },
    },
    { ...text('plan'), render: ({ products: [plan] }) => plan?.subscriptionProduct.title ?? '–' },
    {
      ...text('status'),
      render: ({ products: [plan] }) =>
        plan && <Badge tone={tones[plan.status]}>{t(`admin.tenants.is.${plan.status}`)}</Badge>,
    },
    {
      ...text('mrr'),
      align: 'end',
      phone: 'first',
      render: ({ revenue }) =>
        revenue
          .map(({ currency, yearly }) =>
            money(fromMinor(monthlyAmount(yearly), currency), currency),
          )
          .join(' + ') || <span className="text-muted">–</span>,
    },
    { ...text('users'), align: 'end', render: ({ usersCount }) => number(usersCount) },
    {
      key: 'createdAt',
      header: t('admin.tenants.created'),
      phone: 'hidden',
      render: ({ createdAt }) => <DateTime day at={createdAt} />,
    },
    {
      ...text('lastActive'),
      phone: 'hidden',
      render: ({ lastActiveAt }) => (lastActiveAt ? <DateTime day at={lastActiveAt} /> : '–'),
    },
  ];
}
