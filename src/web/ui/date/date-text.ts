import { toLatinDigits } from '#contract/lists/numerals.ts';
import { serverNow } from '#web/ui/clock.ts';

/** A calendar date, `YYYY-MM-DD`: it has no time zone. */
export type CalendarDate = string;

const partsIn = (locale: string | undefined) =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });

/** Returns a date as its field shows it: in the locale's order, with two digits for day and month. */
export const formatDateInput = (date: CalendarDate, locale?: string) =>
  partsIn(locale).format(toUtc(date));

/**
 * Reads a date typed in the locale's order with any separator, or as `YYYY-MM-DD`; a year of two digits is
 * of this century. Returns null for anything else, as for a day that the month doesn't have.
 */
export function parseDate(text: string, locale?: string): CalendarDate | null {
  const groups = toLatinDigits(text).match(/\d+/g) ?? [];
  if (groups.length !== 3) return null;
  const isIso = groups[0]?.length === 4;
  const order = isIso ? ['year', 'month', 'day'] : orderOf(locale);
  const group = (part: string) => groups[order.indexOf(part)] ?? '';
  const year = group('year').length === 2 ? `20${group('year')}` : group('year');
  const date = `${year.padStart(4, '0')}-${group('month').padStart(2, '0')}-${group('day').padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

const orderOf = (locale: string | undefined) =>
  partsIn(locale)
    .formatToParts(0)
    .map(({ type }) => type as string)
    .filter((type) => type !== 'literal');

/** Returns true for a date that exists. */
export const isDate = (text: string): text is CalendarDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '0001' && toText(toUtc(text)) === text;

/** Returns today's date in the time zone of the browser. */
export const today = (now = serverNow()): CalendarDate =>
  toText(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));

/** Returns the date that many days later, or earlier if negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  toText(new Date(toUtc(date).getTime() + days * 86_400_000));

/** Returns the same day that many months later, or the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const moved = toUtc(`${date.slice(0, 8)}01`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const first = toText(moved);
  moved.setUTCMonth(moved.getUTCMonth() + 1, 0);
  const last = toText(moved);
  const same = first.slice(0, 8) + date.slice(8);
  return same < last ? same : last;
}

/** Returns the weeks of the date's month, from Sunday, with the days of its neighbors as null. */
export function weeksOf(date: CalendarDate): (CalendarDate | null)[][] {
  const first = `${date.slice(0, 8)}01`;
  const start = addDays(first, -toUtc(first).getUTCDay());
  const weeks: (CalendarDate | null)[][] = [];
  for (let week = start; week < addMonths(first, 1); week = addDays(week, 7)) {
    const days = Array.from({ length: 7 }, (_, day) => addDays(week, day));
    weeks.push(days.map((day) => (day.startsWith(date.slice(0, 8)) ? day : null)));
  }
  return weeks;
}

/** Returns the day of the week, 0 for Sunday: the first day of the week in all our languages. */
export const weekdayOf = (date: CalendarDate) => toUtc(date).getUTCDay();

/** Returns the start of the day in UTC, for `Intl` formats with that time zone. */
export const toUtc = (date: CalendarDate) => new Date(`${date}T00:00:00Z`);

const toText = (time: Date) =>
  Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10);
