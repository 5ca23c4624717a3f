import type { SummaryQuery } from '#contract/transactions.ts';
import { addDays, addMonths, isDate, toUtc, type CalendarDate } from '#web/ui/date/date-text.ts';

/** Choices of the dashboard's period, in the order of the picker; numbers count months with the current one. */
export const periodChoices = [
  'thisMonth',
  'lastMonth',
  '3',
  '6',
  '12',
  'thisYear',
  'custom',
] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** Dates of which both are included. */
export type DateRange = { from: CalendarDate; to: CalendarDate };

export type BucketLength = SummaryQuery['by'];

/** Period of the dashboard with the one that it is compared with. */
export type SummaryPeriod = {
  choice: PeriodChoice;
  current: DateRange;
  previous: DateRange;
  by: BucketLength;
};

const dayMs = 86_400_000;

/** Returns the number of days of a range. */
const daysOf = ({ from, to }: DateRange) =>
  (toUtc(to).getTime() - toUtc(from).getTime()) / dayMs + 1;

export const firstOfMonth = (date: CalendarDate) => `${date.slice(0, 8)}01`;
const lastOfMonth = (date: CalendarDate) => addDays(addMonths(firstOfMonth(date), 1), -1);
const isWholeMonths = ({ from, to }: DateRange) =>
  from === firstOfMonth(from) && to === lastOfMonth(to);

/** Returns the number of calendar months that a range touches. */
const monthsOf = ({ from, to }: DateRange) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

/** Returns the range of a choice; a running period ends today. */
function rangeOf(choice: Exclude<PeriodChoice, 'custom'>, today: CalendarDate): DateRange {
  const month = firstOfMonth(today);
  if (choice === 'lastMonth') return { from: addMonths(month, -1), to: addDays(month, -1) };
  if (choice === 'thisMonth') return { from: month, to: today };
  if (choice === 'thisYear') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: addMonths(month, 1 - Number(choice)), to: today };
}

/** Returns the same days that many months before; the end of a month stays one. */
function monthsBefore({ from, to }: DateRange, months: number): DateRange {
  const end = addMonths(to, -months);
  return { from: addMonths(from, -months), to: to === lastOfMonth(to) ? lastOfMonth(end) : end };
}

/** Returns as many days as a range has, up to the day before it. */
const daysBefore = (range: DateRange): DateRange => ({
  from: addDays(range.from, -daysOf(range)),
  to: addDays(range.from, -1),
});

function previousOf(choice: PeriodChoice, range: DateRange): DateRange {
  if (choice === 'thisYear') return monthsBefore(range, 12);
  return choice !== 'custom' || isWholeMonths(range)
    ? monthsBefore(range, monthsOf(range))
    : daysBefore(range);
}

function bucketLength(range: DateRange): BucketLength {
  if (daysOf(range) <= 31) return 'day';
  return monthsOf(range) <= 36 ? 'month' : 'year';
}

/** Returns the range that an address names; null if it names none that can be shown. */
function customRange(query: URLSearchParams): DateRange | null {
  const [from = '', to = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
  return isShown({ from, to }) ? { from, to } : null;
}

/** Returns true for a range of at most a hundred years. */
export const isShown = ({ from, to }: DateRange) =>
  isDate(from) && isDate(to) && from >= '1000' && from <= to && monthsOf({ from, to }) <= 1_200;

/** Reads the period from the query of an address; the current month without a valid one. */
export function readPeriod(query: URLSearchParams, today: CalendarDate): SummaryPeriod {
  const named = periodChoices.find((choice) => choice === query.get('period')) ?? 'thisMonth';
  const custom = named === 'custom' ? customRange(query) : null;
  const choice = named === 'custom' && !custom ? 'thisMonth' : named;
  const current = choice === 'custom' ? custom : rangeOf(choice, today);
  const range = current ?? rangeOf('thisMonth', today);
  return { choice, current: range, previous: previousOf(choice, range), by: bucketLength(range) };
}
