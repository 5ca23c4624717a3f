import { useQuery } from '@tanstack/react-query';
import { ReceiptText, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useFormats, useLocale } from '#web/components/use-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LatestTransactions } from './latest-transactions.tsx';
import { MonthlyChart } from './monthly-chart.tsx';
import { monthlyFigures, relativeChange, runningTotals } from './monthly-figures.ts';
import { RunningTotals } from './running-totals.tsx';

const shownMonths = 6;
const shownLatest = 5;
/**
 * Largest page of one call. With more transactions, a note says that the figures cover the latest
 * ones.
 */
const limit = 1_000;

const loadTransactionFigures = async () => {
  const { items, next } = await api.transactions.getAll({ query: { limit } });
  const today = new Date();
  const months = monthlyFigures(items, today, shownMonths);
  const [last = '', current = ''] = months.slice(-2).map(({ month }) => month);
  return {
    months,
    totals: {
      current: runningTotals(items, current, today.getDate()),
      last: runningTotals(
        items,
        last,
        new Date(today.getFullYear(), today.getMonth(), 0).getDate(),
      ),
    },
    latest: items.slice(0, shownLatest),
    isComplete: next === null,
  };
};

/** Renders the organization's transactions of the last months (R-APP-01). */
export function TransactionFigures({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error } = useQuery({
    queryKey: tenantQueryKey('transactions', 'figures'),
    queryFn: loadTransactionFigures,
  });
  if (error && !data) throw error;
  if (!data) return <FiguresSkeleton />;
  if (data.latest.length === 0) return <NoTransactions action={action} />;
  const { months, totals, latest, isComplete } = data;
  const [last, current] = months.slice(-2);
  const days = Math.min(totals.current.length, totals.last.length);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <Card className="lg:col-span-2">
          <div className="grid items-center gap-x-8 sm:grid-cols-2">
            <div>
              <Figure
                large
                label={t('dashboard.thisMonth')}
                value={formats.money(current?.amount ?? 0, 'usd')}
                note={t('dashboard.count', { count: current?.count ?? 0 })}
              />
              <Change
                from={totals.last[days - 1] ?? 0}
                to={current?.amount ?? 0}
                month={last?.month ?? ''}
                days={days}
              />
            </div>
            <RunningTotals {...totals} />
          </div>
        </Card>
        <Card>
          <div className="flex flex-col gap-5 max-lg:flex-row max-lg:*:flex-1">
            <Figure
              label={t('dashboard.lastMonth')}
              value={formats.money(last?.amount ?? 0, 'usd')}
              note={t('dashboard.count', { count: last?.count ?? 0 })}
            />
            <Figure
              label={t('dashboard.months', { count: shownMonths })}
              value={formats.money(
                months.reduce((sum, { amount }) => sum + amount, 0),
                'usd',
              )}
              note={t('dashboard.count', {
                count: months.reduce((sum, { count }) => sum + count, 0),
              })}
            />
          </div>
        </Card>
        <Card
          className="lg:col-span-2"
          title={t('dashboard.perMonth')}
          {...(!isComplete && {
            description: t('dashboard.latestOnly', { formatted: formats.number(limit) }),
          })}
        >
          <MonthlyChart months={months} />
        </Card>
        <LatestTransactions transactions={latest} />
      </div>
    </>
  );
}

type FigureProps = { label: string; value: string; note: string; large?: boolean };

function Figure({ label, value, note, large = false }: FigureProps) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <p
        className={`${large ? 'mt-2 text-4xl' : 'mt-1 text-2xl'} font-semibold tracking-tight tabular-nums`}
      >
        {value}
      </p>
      <p className="mt-1 text-sm text-muted">{note}</p>
    </div>
  );
}

type ChangeProps = { from: number; to: number; month: string; days: number };

/** Renders by how much this month differs from as many days of the month before; nothing if those have no amount. */
function Change({ from, to, month, days }: ChangeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const first = Date.parse(month);
  const dates = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const change = relativeChange(from, to);
  if (change === null) return null;
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <Badge className="mt-3">
      <Icon aria-hidden />
      {t('dashboard.change', {
        percent: percent.format(change),
        days: dates.formatRange(first, first + (days - 1) * 86_400_000),
      })}
    </Badge>
  );
}

function NoTransactions({ action }: { action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<ReceiptText aria-hidden />}
        title={t('dashboard.emptyTitle')}
        action={action}
      >
        {t('dashboard.emptyText')}
      </EmptyState>
    </Card>
  );
}

function FiguresSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <Skeleton className="h-52 rounded-lg lg:col-span-2" />
      <Skeleton className="h-52 rounded-lg" />
      <Skeleton className="h-80 rounded-lg lg:col-span-2" />
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
