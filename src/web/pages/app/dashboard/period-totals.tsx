import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import type { TransactionSummary } from '#contract/transactions.ts';
import { StopLine } from '#web/components/drawing/stop-line.tsx';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { bestSoFar, relativeChange, type Bucket } from './buckets.ts';
import type { BucketLength, DateRange } from './period.ts';
import { transactionsPath } from './transactions-path.ts';
import { useBucketName, useRangeName } from './use-bucket-name.ts';

type Props = {
  buckets: readonly Bucket[];
  by: BucketLength;
  current: DateRange;
  previous: DateRange;
  summary: TransactionSummary;
  totals: { current: readonly number[]; previous: readonly number[] };
  tableId: string;
};

/** Renders amount and count of a period beside those of the one before, with their running totals. */
export function PeriodTotals(props: Props) {
  const { current, previous, summary } = props;
  const { t } = useTranslation();
  return (
    <Card className="lg:col-span-3">
      <div className="grid items-center gap-x-12 gap-y-6 sm:grid-cols-[auto_auto] lg:grid-cols-[auto_auto_minmax(0,1fr)]">
        <div>
          <Figure large range={current} label={t('results.current')} sum={summary.current} />
          <Change from={summary.previous.amount} to={summary.current.amount} />
        </div>
        <Figure range={previous} label={t('results.previous')} sum={summary.previous} />
        <div className="min-w-0 sm:max-lg:col-span-2">
          <RunningTotals {...props} />
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
        <span className="mt-1 block text-sm text-muted">{t('results.count', { count })}</span>
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
      {t('results.change', { percent: changeText(change) })}
    </Badge>
  );
}

/** Renders the running total of a period with its best so far, over that of the period before. */
function RunningTotals({ buckets, by, totals: { current, previous }, tableId }: Props) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  const { nameOf } = useBucketName(by);
  return (
    <figure className="min-w-0">
      <div className="relative">
        <StopLine
          totals={current}
          best={bestSoFar(current)}
          compared={previous}
          described={{ label: t('results.runningTotals'), tableId }}
          className="h-36 w-full"
        />
        {/* For pointers alone: the bars below have the same links. */}
        <div
          aria-hidden
          className="absolute inset-y-0 left-0 flex"
          style={{
            width: `${(current.length / Math.max(current.length, previous.length)) * 100}%`,
          }}
        >
          {buckets.map(({ start, range, count }, index) =>
            count === 0 ? (
              <span key={start} className="flex-1" />
            ) : (
              <Link
                key={start}
                to={transactionsPath(range)}
                tabIndex={-1}
                title={`${nameOf(start)}: ${format(current[index] ?? 0)}`}
                className="flex-1 rounded-sm hover:bg-ink/5"
              />
            ),
          )}
        </div>
      </div>
      <figcaption aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="h-3 w-1.5 bg-line-strong" />
          <span className="-ml-0.5 h-3 w-1.5 border-[1.5px] border-line-strong" />
          {t('results.runningTotal')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-3 border-accent-ink" />
          {t('results.bestSoFar')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-muted" />
          {t('results.previous')}
        </span>
      </figcaption>
    </figure>
  );
}
