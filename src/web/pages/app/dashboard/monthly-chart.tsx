import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useFormats, useLocale } from '#web/components/use-formats.ts';
import type { MonthFigures } from './monthly-figures.ts';

/** Renders one bar per month, as an ordered list that screen readers can read. */
export function MonthlyChart({ months }: { months: readonly MonthFigures[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = new Intl.DateTimeFormat(useLocale(), { month: 'short', timeZone: 'UTC' });
  const most = Math.max(...months.map(({ amount }) => amount), 1);
  return (
    <ol role="list" className="flex h-64">
      {months.map(({ month, count, amount }, index) => (
        <li key={month} className="flex min-w-0 flex-1 flex-col text-center">
          <span className="flex flex-1 flex-col justify-end border-b border-line px-1 sm:px-3">
            <span className="truncate pb-1.5 text-xs tabular-nums max-sm:sr-only">
              {formats.money(amount, 'usd')}
            </span>
            <span
              aria-hidden
              className={clsx(
                'mx-auto w-full max-w-16 rounded-t-md',
                index === months.length - 1 ? 'bg-accent' : 'bg-accent/45',
              )}
              // Inline style, because the height is computed from data.
              style={{ height: `${(amount / most) * 85}%` }}
            />
          </span>
          <span className="pt-2 text-xs text-muted">
            <span className="block font-medium text-ink">{name.format(new Date(month))}</span>
            <span className="max-sm:sr-only">{t('dashboard.count', { count })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
