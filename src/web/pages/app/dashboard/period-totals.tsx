import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import type { TransactionSummary } from '#contract/transactions.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { changeText, relativeChange } from './buckets.ts';
import type { DateRange } from './period.ts';
import { RunningTotals } from './running-totals.tsx';
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
  const { t, locale } = useTranslation();
  const change = relativeChange(from, to);
  if (change === null) return null;
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <Badge className="mt-3">
      <Icon aria-hidden />
      {t('app.dashboard.change', { percent: changeText(change, locale) })}
    </Badge>
  );
}
