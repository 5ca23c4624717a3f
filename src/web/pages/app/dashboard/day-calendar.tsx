import { clsx } from 'clsx';
import { Link } from 'react-router';
import { plainCompactFormatter } from '#contract/entities/currency.ts';
import type { TransactionResults } from '#contract/transactions.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { addMonths, toUtc, weeksOf, type CalendarDate } from '#web/ui/date/date-text.ts';
import { gainClass, lossClass } from './marks.ts';
import { firstOfMonth, type DateRange } from './period.ts';
import { transactionsPath } from './transactions-path.ts';

type DayResult = TransactionResults['days'][number];

/** Most months that are shown; the reply has the days of as many. */
const maxMonths = 12;

/** Returns the first days of the last months of a range, up to the one with its last result. */
function monthsOf({ from, to }: DateRange): CalendarDate[] {
  const months = Array.from({ length: maxMonths }, (_, back) =>
    addMonths(firstOfMonth(to), back + 1 - maxMonths),
  );
  return months.filter((month) => month >= firstOfMonth(from));
}

type Props = { range: DateRange; days: readonly DayResult[] };

/** Renders the months of a range as calendars; on a phone, several of them scroll, the last one first. */
export function DayCalendar({ range, days }: Props) {
  const { t } = useTranslation();
  const months = monthsOf({ from: range.from, to: days.at(-1)?.date ?? range.to });
  const byDate = new Map(days.map((day) => [day.date, day]));
  const most = Math.max(...days.map(({ amount }) => Math.abs(amount)), 1);
  return (
    <>
      <div
        key={months[0]}
        ref={showLast}
        className="relative mt-6 flex gap-6 overflow-x-auto sm:grid sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]"
      >
        {months.map((month) => (
          <Month key={month} {...{ month, byDate, most }} />
        ))}
      </div>
      {range.from < (months[0] ?? '') && (
        <p className="mt-3 text-sm text-muted">{t('results.lastYear')}</p>
      )}
    </>
  );
}

function showLast(element: HTMLElement | null) {
  if (element) element.scrollLeft = element.scrollWidth;
}

type MonthProps = {
  month: CalendarDate;
  byDate: ReadonlyMap<string, DayResult>;
  /** Amount farthest from zero, which has the highest mark. */
  most: number;
};

function Month({ month, byDate, most }: MonthProps) {
  const { t, locale } = useTranslation();
  const weeks = weeksOf(month);
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const weekday = (width: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' });
  const title = name.format(toUtc(month));
  return (
    <div className="@container w-full min-w-60 max-sm:shrink-0">
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-xs">
        <caption className="mb-1 text-left text-sm font-medium">
          <span className="sr-only">{t('results.calendar', { month: title })}</span>
          <span aria-hidden>{title}</span>
        </caption>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 1 + day))).map(
              (day) => (
                <th key={day.getTime()} scope="col" className="h-6 font-normal text-muted">
                  <span aria-hidden>{weekday('narrow').format(day)}</span>
                  <span className="sr-only">{weekday('long').format(day)}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            <tr key={at}>
              {week.map((date, weekdayAt) => (
                <td key={weekdayAt} className="p-0">
                  {date && <Day date={date} result={byDate.get(date)} most={most} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayProps = { date: CalendarDate; result: DayResult | undefined; most: number };

/** Height of the highest mark, in rem: half of a day, since losses hang from its middle. */
const maxMark = 1.25;

/** Renders a day with its result as a mark above or below its middle; it links to its transactions. */
function Day({ date, result, most }: DayProps) {
  const { t, locale } = useTranslation();
  const { amount: format, currency } = useAmounts();
  const number = Number(date.slice(8));
  if (!result) return <span className="block h-11 px-1 py-0.5 text-muted">{number}</span>;
  const { amount, count } = result;
  const full = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const isLoss = amount < 0;
  return (
    <Link
      to={transactionsPath({ from: date, to: date })}
      title={format(amount)}
      className="relative block h-11 rounded-sm bg-sunken/60 px-1 py-0.5 hover:bg-sunken"
    >
      <span aria-hidden>{number}</span>
      <span className="sr-only">{`${full.format(toUtc(date))}: ${format(amount)}, ${t('results.count', { count })}`}</span>
      {amount !== 0 && (
        <span
          aria-hidden
          className={clsx(
            'absolute right-1 w-2',
            isLoss ? `top-1/2 ${lossClass}` : `bottom-1/2 ${gainClass}`,
          )}
          // Inline style, because the size is computed from data; the root keeps small results visible.
          style={{ height: `${0.25 + (maxMark - 0.25) * Math.sqrt(Math.abs(amount) / most)}rem` }}
        />
      )}
      <span aria-hidden className="absolute bottom-0.5 left-1 hidden tabular-nums @3xl:block">
        {plainCompactFormatter(locale, currency).format(amount)}
      </span>
    </Link>
  );
}
