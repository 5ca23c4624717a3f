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
    const minor = recorded.reduce((sum, { amount }) => sum + toMinor(amount), 0);
    return { month, count: recorded.length, amount: fromMinor(minor) };
  });
