import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromMinor } from '#contract/money.ts';
import { monthlyAmount, movementKinds, type Revenue } from '#contract/overview.ts';
import { useFormats, useLocale } from '#web/components/use-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { Table } from '#web/ui/table.tsx';

type Props = { revenue: Revenue };

/** Returns a formatter that turns yearly minor units into a monthly amount. */
export const useMonthlyAmount = () => {
  const { money } = useFormats();
  return (yearly: number, currency: Revenue['currency']) =>
    money(fromMinor(monthlyAmount(yearly)), currency);
};

/** Renders the monthly recurring revenue in one currency and its changes by month (R-OPR-06). */
export function RevenueCard({ revenue }: Props) {
  const { t } = useTranslation();
  const currency = revenue.currency.toUpperCase();
  return (
    <Card title={t('overview.revenue', { currency })} description={t('overview.revenueText')} flush>
      <RevenueAmounts revenue={revenue} />
      <RevenueMonths revenue={revenue} />
    </Card>
  );
}

function RevenueAmounts({ revenue: { currency, paid, trials, overdue } }: Props) {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const amounts = [
    { label: t('overview.mrr'), status: 'active', amount: paid },
    { label: t('overview.inTrial'), status: 'trialing', amount: trials },
    { label: t('overview.overdue'), status: 'past_due', amount: overdue },
  ];
  return (
    <ul role="list" className="flex flex-wrap gap-x-10 gap-y-4 px-5 pt-2 pb-5">
      {amounts.map(({ label, status, amount }, index) => (
        <li key={status}>
          <Link
            to={`/admin/dashboard/subscriptions?status=${status}&currency=${currency}`}
            className="group grid gap-0.5"
          >
            <span className="text-sm text-muted">{label}</span>
            <span
              className={
                index === 0
                  ? 'text-3xl font-semibold tabular-nums group-hover:underline'
                  : 'mt-auto text-xl font-medium tabular-nums group-hover:underline'
              }
            >
              {monthly(amount, currency)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the months since the first payment. Without any payment, `slice(-1)` keeps the current
 * month.
 */
const fromFirstPayment = (months: Revenue['months']) => {
  const first = months.findIndex(
    ({ end, ...month }) => end !== 0 || movementKinds.some((kind) => month[kind] !== 0),
  );
  return months.slice(first);
};

/** Lists new, expanded, reduced and lost revenue by month, newest first. */
function RevenueMonths({ revenue: { currency, months } }: Props) {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const locale = useLocale();
  const nameOf = (month: string) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(`${month}-01`),
    );
  return (
    <Table
      caption={t('overview.movements')}
      rows={fromFirstPayment(months).toReversed()}
      rowKey={({ month }) => month}
      empty={null}
      columns={[
        {
          key: 'month',
          header: t('overview.month'),
          render: ({ month }) => <span className="whitespace-nowrap">{nameOf(month)}</span>,
        },
        ...movementKinds.map((kind) => ({
          key: kind,
          header: t(`overview.kind.${kind}`),
          align: 'end' as const,
          render: (line: Revenue['months'][number]) => {
            const amount = monthly(line[kind], currency);
            const named = { kind: t(`overview.kind.${kind}`), month: nameOf(line.month), amount };
            return line[kind] === 0 ? (
              <span className="text-muted">–</span>
            ) : (
              <Link
                to={`/admin/dashboard/movements?month=${line.month}&kind=${kind}&currency=${currency}`}
                aria-label={t('overview.rowsOf', named)}
                className="underline underline-offset-4"
              >
                {amount}
              </Link>
            );
          },
        })),
        {
          key: 'end',
          header: t('overview.end'),
          align: 'end',
          render: ({ end }) => <strong>{monthly(end, currency)}</strong>,
        },
      ]}
    />
  );
}
