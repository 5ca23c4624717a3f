import { useTranslation } from 'react-i18next';
import { useLocale, useFormats } from '#web/components/use-formats.ts';
import type { MonthFigures } from './monthly-figures.ts';

/** A bar a month: a list to read, drawn as a chart. */
export function Months({ months }: { months: readonly MonthFigures[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const locale = useLocale();
  const most = Math.max(...months.map(({ amount }) => amount), 1);
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  return (
    <ol role="list" className="flex h-56 items-stretch gap-2 sm:gap-4">
      {months.map(({ month, count, amount }) => (
        <li key={month} className="flex min-w-0 flex-1 flex-col items-center gap-2 text-center">
          <span className="flex w-full flex-1 flex-col justify-end">
            <span className="truncate pb-1.5 text-xs font-medium tabular-nums max-sm:sr-only">
              {formats.money(amount, 'usd')}
            </span>
            <span
              aria-hidden
              className="mx-auto w-full max-w-16 rounded-t-md bg-accent"
              // The height is data: no class can say it.
              style={{ height: `${Math.max(amount > 0 ? 2 : 0, (amount / most) * 80)}%` }}
            />
          </span>
          <span className="w-full border-t border-line pt-2 text-xs text-muted">
            {name.format(new Date(month))}
            <span className="block max-sm:sr-only">{t('app.dashboard.count', { count })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
