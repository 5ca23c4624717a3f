import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import type { TransactionSummary } from '#contract/transactions.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { relativeChange } from './buckets.ts';
import type { DateRange } from './period.ts';
import { transactionsPath } from './transactions-path.ts';
import { useRangeName } from './use-bucket-name.ts';

type Props = {
  current: DateRange;
  previous: DateRange;
  summary: TransactionSummary;
  totals: { current: readonly number[]; previous: readonly number[] };
  tableId: string;
};

/** Renders amount and count of a period beside those of the one before, with their running totals. */
export function PeriodTotals({ current, previous, summary, totals, tableId }: Props) {
  const { t } = useTranslation();
  return (
    <Card className="lg:col-span-3">
      <div className="grid items-center gap-x-12 gap-y-6 sm:grid-cols-[auto_auto] lg:grid-cols-[auto_auto_minmax(0,1fr)]">
        <div>
          <Figure large range={current} label={t('app.dashboard.current')} sum={summary.current} />
          <Change from={summary.previous.amount} to={summary.current.amount} />
        </div>
        <Figure range={previous} label={t('app.dashboard.previous')} sum={summary.previous} />
        <div className="min-w-0 sm:max-lg:col-span-2">
          <RunningTotals {...totals} tableId={tableId} />
        </div>
      </div>
    </Card>
  );
}

type FigureProps = {
  label: string;
  range: DateRange;
  sum: { count: number; amount: number };
  large?: boolean;
};

function Figure({ label, range, sum: { count, amount }, large = false }: FigureProps) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  const rangeName = useRangeName();
  return (
    <div>
      <p className="text-sm text-muted">
        {label} · <span className="whitespace-nowrap">{rangeName(range)}</span>
      </p>
      <Link to={transactionsPath(range)} className="group mt-1 block w-fit rounded-sm">
        <span
          className={`${large ? 'text-4xl' : 'text-2xl'} block font-semibold tracking-tight tabular-nums group-hover:underline`}
        >
          {format(amount)}
        </span>
        <span className="mt-1 block text-sm text-muted">{t('app.dashboard.count', { count })}</span>
      </Link>
    </div>
  );
}

/** Renders by how much the amount differs from that of the period before; nothing if that has none. */
function Change({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation();
  const { change: changeText } = useFormats();
  const change = relativeChange(from, to);
  if (change === null) return null;
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <Badge className="mt-3">
      <Icon aria-hidden />
      {t('app.dashboard.change', { percent: changeText(change) })}
    </Badge>
  );
}

type RunningTotalsProps = {
  /** Totals after each day, month or year of this period, and of the one before. */
  current: readonly number[];
  previous: readonly number[];
  /** Id of the table with the same values. */
  tableId: string;
};

/** Renders the running total of a period over that of the period before. */
function RunningTotals({ current, previous, tableId }: RunningTotalsProps) {
  const { t } = useTranslation();
  const values = [0, ...current, ...previous];
  const [low, high] = [Math.min(...values), Math.max(...values, 1)];
  const length = Math.max(current.length, previous.length, 1);
  // Both begin at nothing, so that the first day is a line already.
  const pointsOf = (totals: readonly number[]) =>
    [0, ...totals].map((total, at) => `${at},${((high - total) / (high - low)) * 100}`).join(' ');
  const line = {
    fill: 'none',
    vectorEffect: 'non-scaling-stroke',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <figure className="min-w-0">
      <svg
        role="img"
        aria-label={t('app.dashboard.runningTotals')}
        aria-details={tableId}
        viewBox={`0 -4 ${length} 108`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible border-b border-line"
      >
        <polyline
          {...line}
          points={pointsOf(previous)}
          strokeWidth="1.5"
          strokeDasharray="4 5"
          className="stroke-muted"
        />
        <polyline {...line} points={pointsOf(current)} strokeWidth="3" className="stroke-chart-1" />
      </svg>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-3 border-chart-1" />
          {t('app.dashboard.current')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-muted" />
          {t('app.dashboard.previous')}
        </span>
      </figcaption>
    </figure>
  );
}
