import { useInfiniteQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { retentionList } from '#contract/lists/operator.ts';
import type { RetainedRevenue } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { FigureList, useCurrencyFilter, useTenantColumn } from './figure-list.tsx';
import { PeriodControl } from './period-control.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.retention.title' };

/** Lists the organizations that paid when a period began, with their MRR then and now (R-OPR-09). */
export default function Retention() {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const { months } = usePeriod();
  const organization = useTenantColumn<RetainedRevenue>();
  const state = useDeclaredList(retentionList, {
    columns: [
      organization,
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
    ],
    filters: {
      currency: useCurrencyFilter(),
    },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'retention'], { ...state.query, months }, api.overview.getRetention),
  );
  return (
    <FigureList<RetainedRevenue>
      name="operator.retention"
      state={state}
      list={list}
      bar={<PeriodControl className="self-start" />}
      rows={loadedRows(list)}
      csv={exportList({ ...state.query, months }, api.overview.exportRetention)}
      rowKey={({ tenant, currency }) => `${tenant.id} ${currency}`}
      icon={<Repeat aria-hidden />}
      title="figures.retention.title"
      text="figures.retention.text"
      empty="figures.retention.empty"
      emptyText="figures.retention.emptyText"
    />
  );
}
