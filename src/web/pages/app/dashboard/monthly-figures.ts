import { fromMinor, toMinor } from '#contract/money.ts';
import type { Transaction } from '#contract/transactions.ts';

type Recorded = Pick<Transaction, 'date' | 'amount'>;
/** Transactions of one month; `month` is its first day, amounts are decimals. */
export type MonthFigures = { month: string; count: number; amount: number };

const firstDay = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/**
 * Returns the figures of the last months up to the month of `today`, oldest first, including months
 * without transactions.
 */
export const monthlyFigures = (
  transactions: readonly Recorded[],
  today: Date,
  months: number,
): MonthFigures[] =>
  Array.from({ length: months }, (_, index) => {
    const month = firstDay(today.getFullYear(), today.getMonth() - (months - 1 - index));
    const recorded = transactions.filter(({ date }) => date.slice(0, 7) === month.slice(0, 7));
    const minor = recorded.reduce((sum, { amount }) => sum + toMinor(amount, null), 0);
    return { month, count: recorded.length, amount: fromMinor(minor, null) };
  });

/**
 * Returns the running total after each day of a month (`YYYY-MM-DD`), up to a day. What is recorded
 * for a later day counts to the last one.
 */
export const runningTotals = (
  transactions: readonly Recorded[],
  month: string,
  days: number,
): number[] => {
  const minor = Array.from({ length: days }, () => 0);
  for (const { date, amount } of transactions) {
    if (date.slice(0, 7) !== month.slice(0, 7)) continue;
    const day = Math.min(Number(date.slice(8)), days) - 1;
    minor[day] = (minor[day] ?? 0) + toMinor(amount, null);
  }
  let total = 0;
  return minor.map((added) => fromMinor((total += added), null));
};

/** Returns the change between two amounts as a part of the first; null if that is not positive. */
export const relativeChange = (before: number, after: number) =>
  before > 0 ? (after - before) / before : null;
