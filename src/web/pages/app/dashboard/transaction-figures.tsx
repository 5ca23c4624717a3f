import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, type ReactNode } from 'react';
import type { TransactionSummary } from '#contract/transactions.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { fillBuckets, runningTotals } from './buckets.ts';
import { Categories } from './categories.tsx';
import { FiguresSkeleton } from './figures-skeleton.tsx';
import { LatestTransactions } from './latest-transactions.tsx';
import { NoTransactions } from './no-transactions.tsx';
import { PeriodChart } from './period-chart.tsx';
import { PeriodPicker, useSummaryPeriod } from './period-picker.tsx';
import { PeriodTable } from './period-table.tsx';
import { PeriodTotals } from './period-totals.tsx';
import type { SummaryPeriod } from './period.ts';

const shownLatest = 5;

const latestQuery = () => ({
  queryKey: tenantQueryKey('transactions', 'latest'),
  queryFn: async () => (await api.transactions.getAll({ query: { limit: shownLatest } })).items,
});

function summaryQuery({ current, previous, by }: SummaryPeriod) {
  const query = {
    dateFrom: current.from,
    dateTo: current.to,
    previousFrom: previous.from,
    previousTo: previous.to,
    by,
  };
  return {
    queryKey: tenantQueryKey('transactions', 'summary', query),
    // With its period: the summary of another one stays until this one has loaded.
    queryFn: async () => ({
      period: { current, previous, by },
      summary: await api.transactions.getSummary({ query }),
    }),
    placeholderData: keepPreviousData<Loaded | undefined>,
  };
}

type Loaded = { period: Omit<SummaryPeriod, 'choice'>; summary: TransactionSummary };

/** Renders the organization's transactions of a period (R-APP-01, R-DSH-01). */
export function TransactionFigures({ action }: { action: ReactNode }) {
  const { period, choose } = useSummaryPeriod();
  const latest = useQuery(latestQuery());
  const { data, error, isPlaceholderData } = useQuery<Loaded | undefined>(summaryQuery(period));
  // Can be interrupted, unlike what a query renders by itself.
  const isReady = useDeferredValue(data !== undefined && latest.data !== undefined);
  const failure = error ?? latest.error;
  if (failure && !(data && latest.data)) throw failure;
  if (!isReady || !data || !latest.data) return <FiguresSkeleton />;
  if (latest.data.length === 0) return <NoTransactions action={action} />;
  return (
    <>
      <PeriodPicker {...{ period, choose }} />
      <div aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <PeriodCards {...data} />
        <div className="lg:col-span-3">
          <LatestTransactions transactions={latest.data} />
        </div>
      </div>
    </>
  );
}

function PeriodCards({ period: { current, previous, by }, summary }: Loaded) {
  const { t } = useTranslation();
  const tableId = useId();
  const buckets = fillBuckets(summary.current.buckets, current, by);
  const totals = {
    current: runningTotals(buckets),
    previous: runningTotals(fillBuckets(summary.previous.buckets, previous, by)),
  };
  const title = t(`app.dashboard.by.${by}`);
  return (
    <>
      <PeriodTotals {...{ current, previous, summary, totals, tableId }} />
      <Card className="lg:col-span-2" title={title}>
        {summary.current.count === 0 ? (
          <p className="text-sm text-muted">{t('app.dashboard.nothing')}</p>
        ) : (
          <PeriodChart {...{ buckets, by, tableId, label: title }} />
        )}
        <PeriodTable {...{ id: tableId, caption: title, buckets, by, totals }} />
      </Card>
      <Categories categories={summary.current.categories} range={current} />
    </>
  );
}
