import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Currency } from '#contract/money.ts';
import type { periodMonths } from '#contract/periods.ts';
import { api } from '#web/api/api.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

type Props = {
  currency: Currency;
  months: (typeof periodMonths)[number];
};

/**
 * Renders trial conversion, net revenue retention and recovered payments of a period, each with a link
 * to its rows (R-OPR-09).
 */
export function PeriodFigureList({ currency, months }: Props) {
  const { t } = useTranslation();
  const { number, percent } = useFormats();
  const monthly = useMonthlyAmount();
  const { data, error } = useQuery({
    queryKey: ['operator', 'period', months],
    queryFn: () => api.overview.getPeriod({ query: { months } }),
  });
  if (error && !data) throw error;
  const found = data?.find((figures) => figures.currency === currency);
  const figures = [
    {
      key: 'conversion',
      to: 'trials',
      part: found?.trials.converted ?? 0,
      whole: found?.trials.ended ?? 0,
      format: number,
    },
    {
      key: 'retention',
      to: 'retention',
      part: found?.retention.now ?? 0,
      whole: found?.retention.before ?? 0,
      format: (yearly: number) => monthly(yearly, currency),
    },
    {
      key: 'recovery',
      to: 'failed-invoices',
      part: found?.invoices.recovered ?? 0,
      whole: found?.invoices.failed ?? 0,
      format: number,
    },
  ] as const;
  return (
    <ul
      role="list"
      aria-label={t('overview.period')}
      className="grid gap-4 border-t border-line p-5 sm:grid-cols-3"
    >
      {figures.map(({ key, to, part, whole, format }) => (
        <li key={key}>
          <Link
            to={`/admin/dashboard/${to}?months=${months}&currency=${currency}`}
            className="group grid gap-0.5"
          >
            <span className="text-sm text-muted">{t(`overview.${key}`)}</span>
            {found ? (
              <>
                <span className="text-xl font-medium tracking-tight tabular-nums group-hover:underline">
                  {whole > 0 ? percent(part / whole) : '–'}
                </span>
                <span className="text-sm text-muted tabular-nums">
                  {t('overview.partOf', { part: format(part), whole: format(whole) })}
                </span>
              </>
            ) : (
              <Skeleton className="h-12.5 w-24" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
