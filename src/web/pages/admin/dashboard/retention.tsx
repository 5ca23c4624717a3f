import { useInfiniteQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RetainedRevenue } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { FigureList, useTenantColumn } from './figure-list.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.retention.title' };

/** Lists the organizations that paid when a period began, with their MRR then and now (R-OPR-09). */
export default function Retention() {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const { filter } = usePeriod();
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'retention', filter], (range) =>
      api.overview.getRetention({ query: { ...range, ...filter } }),
    ),
  );
  return (
    <FigureList<RetainedRevenue>
      list={list}
      rows={loadedRows(list)}
      rowKey={({ tenant, currency }) => `${tenant.id} ${currency}`}
      icon={<Repeat aria-hidden />}
      title="figures.retention.title"
      text="figures.retention.text"
      empty="figures.retention.empty"
      emptyText="figures.retention.emptyText"
      columns={[
        useTenantColumn(),
        {
          key: 'before',
          header: t('figures.retention.before'),
          align: 'end',
          render: ({ before, currency }) => monthly(before, currency),
        },
        {
          key: 'now',
          header: t('figures.retention.now'),
          align: 'end',
          render: ({ now, currency }) => monthly(now, currency),
        },
        {
          key: 'change',
          header: t('overview.movementList.change'),
          align: 'end',
          phone: 'first',
          render: ({ before, now, currency }) => <strong>{monthly(now - before, currency)}</strong>,
        },
      ]}
    />
  );
}
