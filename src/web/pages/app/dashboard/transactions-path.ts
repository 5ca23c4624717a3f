import type { DateRange } from './period.ts';

/** Returns the address of the list of the transactions with a date in a range, and with a category if given. */
export function transactionsPath({ from, to }: DateRange, category?: string) {
  const filters = { dateFrom: from, dateTo: to, ...(category !== undefined && { category }) };
  return `/app/transactions?${new URLSearchParams(filters).toString()}`;
}
