import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import type { TransactionSummary, Transaction } from '#contract/transactions.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { StopLine } from '#web/components/drawing/stop-line.tsx';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { fillBuckets, runningTotals } from './buckets.ts';
import { Categories } from './categories.tsx';
import { DayResults } from './day-results.tsx';
import { FiguresSkeleton } from './figures-skeleton.tsx';
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
        <LatestTransactions transactions={latest.data} />
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
  const title = t(`results.by.${by}`);
  return (
    <>
      <PeriodTotals {...{ buckets, by, current, previous, summary, totals, tableId }} />
      <Card className="lg:col-span-2" title={title}>
        {summary.current.count === 0 ? (
          <p className="text-sm text-muted">{t('results.nothing')}</p>
        ) : (
          <PeriodChart {...{ buckets, by, tableId, label: title }} />
        )}
        <PeriodTable {...{ id: tableId, caption: title, buckets, by, totals }} />
      </Card>
      <Categories categories={summary.current.categories} range={current} />
      {summary.current.count > 0 && <DayResults range={current} />}
    </>
  );
}

const emptyDrawing = { totals: [3, 1, 4, 7, 5, 9, 8, 12], best: [3, 3, 4, 7, 7, 9, 9, 12] };

/** Offers the first transaction below a drawing of prices and the stop that follows them. */
function NoTransactions({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card>
      <StopLine {...emptyDrawing} className="mx-auto mt-6 h-24 w-60 max-w-full" />
      <EmptyState className="pt-6" title={t('results.emptyTitle')} action={action}>
        {t('results.emptyText')}
      </EmptyState>
    </Card>
  );
}

/** Lists the newest transactions; each links to its form, or to the list for guests, who can't change it. */
function LatestTransactions({ transactions }: { transactions: readonly Transaction[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { amount: format } = useAmounts();
  const mayChange = roleAllows(useSession().role, Role.Member);
  return (
    <Card
      className="lg:col-span-3"
      title={t('results.latest')}
      actions={
        <Link to="/app/transactions" className="text-sm text-accent-ink hover:underline">
          {t('results.seeAll')}
        </Link>
      }
    >
      <ul role="list" className="-mx-2 -my-2">
        {transactions.map(({ id, description, amount, date }) => (
          <li key={id}>
            <Link
              to={mayChange ? `/app/transactions/${id}/edit` : '/app/transactions'}
              className="flex items-baseline justify-between gap-4 rounded-md px-2 py-2 text-sm hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">{description}</span>
                <span className="text-xs text-muted">{formats.date(date, 'mini')}</span>
              </span>
              <span className="shrink-0 tabular-nums">{format(amount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
