import { Link } from 'react-router';
import type { Revenue } from '#contract/overview.ts';
import { movementKinds } from '#contract/periods.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Table } from '#web/ui/table.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

/**
 * Returns the months since the first payment. Without any payment, `slice(-1)` keeps the current
 * month.
 */
function fromFirstPayment(months: Revenue['months']) {
  const first = months.findIndex(
    ({ end, ...month }) => end !== 0 || movementKinds.some((kind) => month[kind] !== 0),
  );
  return months.slice(first);
}

/** Returns the filter by the days of a month. */
function daysOf(month: string) {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return `atFrom=${month}-01&atTo=${last.toISOString().slice(0, 10)}`;
}

/** Lists new, expanded, reduced and lost revenue by month, newest first. */
export function RevenueMonths({ revenue: { currency, months } }: { revenue: Revenue }) {
  const { t, locale } = useTranslation();
  const monthly = useMonthlyAmount();
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
                to={`/admin/dashboard/movements?${daysOf(line.month)}&kind=${kind}&currency=${currency}`}
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
