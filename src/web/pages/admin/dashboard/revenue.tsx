import { TrendingDown, TrendingUp } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { fromMinor, moneyFormatter } from '#contract/money.ts';
import type { Revenue } from '#contract/overview.ts';
import { movementKinds, type periodMonths, monthlyAmount } from '#contract/periods.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { StackedBarChart } from '#web/ui/charts/chart.tsx';
import { PeriodFigureList } from './period-figures.tsx';
import { RevenueLine } from './revenue-line.tsx';
import { RevenueMonths } from './revenue-months.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

type Props = { revenue: Revenue };
/** `range` is the number of months shown; `isExplained` shows how the revenue is computed. */
type CardProps = Props & { range: (typeof periodMonths)[number]; isExplained: boolean };

/**
 * Renders the monthly recurring revenue in one currency and its changes in the last months
 * (R-OPR-06).
 */
export function RevenueCard({ revenue, range, isExplained }: CardProps) {
  const { t } = useTranslation();
  const tableId = useId();
  const currency = revenue.currency.toUpperCase();
  const shown = { ...revenue, months: revenue.months.slice(-range) };
  return (
    <Card
      title={t('overview.revenue', { currency })}
      description={isExplained && t('overview.revenueText')}
      flush
    >
      <RevenueAmounts revenue={shown} />
      <PeriodFigureList currency={revenue.currency} months={range} />
      <RevenueCharts revenue={shown} tableId={tableId} />
      <div id={tableId} className="border-t border-line">
        <RevenueMonths revenue={shown} />
      </div>
    </Card>
  );
}

function RevenueAmounts({ revenue }: Props) {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const { currency, paid, trials, overdue } = revenue;
  const amounts = [
    { label: t('overview.mrr'), status: 'active', amount: paid },
    { label: t('overview.inTrial'), status: 'trialing', amount: trials },
    { label: t('overview.overdue'), status: 'past_due', amount: overdue },
  ];
  return (
    <ul role="list" className="flex flex-wrap items-start gap-x-10 gap-y-4 px-5 pt-2 pb-5">
      {amounts.map(({ label, status, amount }, index) => (
        <li key={status} className={index === 0 ? 'max-sm:basis-full' : undefined}>
          <Link
            to={`/admin/dashboard/subscriptions?status=${status}&currency=${currency}`}
            className="group grid gap-0.5"
          >
            <span className="text-sm text-muted">{label}</span>
            <span className={amountClass(index === 0)}>{monthly(amount, currency)}</span>
          </Link>
          {index === 0 && <Growth revenue={revenue} />}
        </li>
      ))}
    </ul>
  );
}

const amountClass = (isLarge: boolean) =>
  `${isLarge ? 'text-3xl font-semibold' : 'text-xl font-medium'} tracking-tight tabular-nums group-hover:underline`;

/** Renders by how much the revenue changed in these months; nothing if there was none before. */
function Growth({ revenue: { months } }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return null;
  const before = first.end - movementKinds.reduce((sum, kind) => sum + first[kind], 0);
  if (before <= 0) return null;
  const change = (last.end - before) / before;
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <Badge className="mt-2" tone={change < 0 ? 'danger' : 'success'}>
      <Icon aria-hidden />
      {t('overview.growth', { percent: formats.change(change), months: months.length })}
    </Badge>
  );
}

type RevenueChartsProps = {
  revenue: Revenue;
  /** Id of the table with the values of the charts. */
  tableId: string;
};

const colors = {
  new: 'var(--chart-1)',
  expansion: 'var(--chart-2)',
  contraction: 'var(--chart-3)',
  churn: 'var(--danger-ink)',
} as const;

/** Converts yearly minor units to a decimal amount per month. */
const amountOf = (yearly: number, currency: string) => fromMinor(monthlyAmount(yearly), currency);

/** Renders the monthly recurring revenue over time, and what it gained and lost in each month. */
function RevenueCharts({ revenue: { currency, months }, tableId }: RevenueChartsProps) {
  const { t, locale } = useTranslation();
  const { money } = useFormats();
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const tick = moneyFormatter(locale, currency, { notation: 'compact' });
  const shared = {
    tableId,
    labels: months.map(({ month }) => name.format(new Date(`${month}-01`))),
    format: (value: number) => money(value, currency),
    formatTick: (value: number) => (Number.isInteger(value) ? tick(value) : money(value, currency)),
  };
  const series = movementKinds.map((kind) => ({
    key: kind,
    name: t(`overview.kind.${kind}`),
    values: months.map((month) => amountOf(month[kind], currency)),
    color: colors[kind],
  }));
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line p-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col">
        <h3 className="mb-3 text-sm font-medium">{t('overview.mrrByMonth')}</h3>
        <RevenueLine
          amounts={months.map(({ end }) => amountOf(end, currency))}
          labels={shared.labels}
          format={shared.format}
          tableId={tableId}
        />
      </div>
      <div className="min-w-0">
        <h3 className="mb-3 text-sm font-medium">{t('overview.movements')}</h3>
        <StackedBarChart {...shared} label={t('overview.movements')} series={series} />
      </div>
    </div>
  );
}
