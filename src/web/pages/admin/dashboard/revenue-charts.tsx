import { fromMinor, moneyFormatter } from '#contract/money.ts';
import type { Revenue } from '#contract/overview.ts';
import { monthlyAmount, movementKinds } from '#contract/periods.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { LineChart, StackedBarChart } from '#web/ui/charts/chart.tsx';

type Props = {
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
export function RevenueCharts({ revenue: { currency, months }, tableId }: Props) {
  const { t, locale } = useTranslation();
  const { money } = useFormats();
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const tick = moneyFormatter(locale, currency, { notation: 'compact' });
  const shared = {
    tableId,
    labels: months.map(({ month }) => name.format(new Date(`${month}-01`))),
    format: (value: number) => money(value, currency),
    formatTick: (value: number) => tick(value),
  };
  const charts = [
    {
      Chart: LineChart,
      title: t('overview.mrrByMonth'),
      series: [
        {
          key: 'end',
          name: t('overview.mrr'),
          values: months.map(({ end }) => amountOf(end, currency)),
        },
      ],
    },
    {
      Chart: StackedBarChart,
      title: t('overview.movements'),
      series: movementKinds.map((kind) => ({
        key: kind,
        name: t(`overview.kind.${kind}`),
        values: months.map((month) => amountOf(month[kind], currency)),
        color: colors[kind],
      })),
    },
  ];
  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-line p-5 lg:grid-cols-2">
      {charts.map(({ Chart, title, series }) => (
        <div key={title} className="min-w-0">
          <h3 className="mb-3 text-sm font-medium">{title}</h3>
          <Chart {...shared} label={title} series={series} />
        </div>
      ))}
    </div>
  );
}
