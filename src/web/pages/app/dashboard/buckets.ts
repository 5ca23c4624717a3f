import { fromMinor, toMinor } from '#contract/money.ts';
import type { TransactionSummary } from '#contract/transactions.ts';
import { addDays, addMonths, type CalendarDate } from '#web/ui/date/date-text.ts';
import { firstOfMonth, type BucketLength, type DateRange } from './period.ts';

/** Day, month or year of a period with its sum; `range` is the part of it inside the period. */
export type Bucket = { start: CalendarDate; range: DateRange; count: number; amount: number };

const firstDay = {
  day: (date: CalendarDate) => date,
  month: firstOfMonth,
  year: (date: CalendarDate) => `${date.slice(0, 4)}-01-01`,
};

const nextStart = {
  day: (start: CalendarDate) => addDays(start, 1),
  month: (start: CalendarDate) => addMonths(start, 1),
  year: (start: CalendarDate) => addMonths(start, 12),
};

/** Returns every bucket of a range in order, also those without transactions. */
export function fillBuckets(
  sums: TransactionSummary['current']['buckets'],
  { from, to }: DateRange,
  by: BucketLength,
): Bucket[] {
  const byStart = new Map(sums.map((sum) => [sum.start, sum]));
  const filled: Bucket[] = [];
  for (let start = firstDay[by](from); start <= to; start = nextStart[by](start)) {
    const { count = 0, amount = 0 } = byStart.get(start) ?? {};
    const end = addDays(nextStart[by](start), -1);
    const range = { from: start > from ? start : from, to: end < to ? end : to };
    filled.push({ start, range, count, amount });
  }
  return filled;
}

/** Returns the running totals after each bucket, without rounding errors. */
export function runningTotals(buckets: readonly Pick<Bucket, 'amount'>[]): number[] {
  let total = 0;
  return buckets.map(({ amount }) => fromMinor((total += toMinor(amount, null)), null));
}

/** Returns the highest total up to each one, from nothing on: where a stop that follows the result stands. */
export function bestSoFar(totals: readonly number[]): number[] {
  let best = 0;
  return totals.map((total) => (best = Math.max(best, total)));
}

/** Returns the change between two amounts as a part of the first; null if that is not positive. */
export const relativeChange = (before: number, after: number) =>
  before > 0 ? (after - before) / before : null;
