import type { DateRange } from './period.ts';

/** Filters of the list besides its dates. */
type Filters = { category?: string; amountFrom?: string; amountTo?: string };

/** Returns the address of the list of the transactions with a date in a range, and with these filters. */
export const transactionsPath = ({ from, to }: DateRange, filters: Filters = {}) =>
  `/app/transactions?${new URLSearchParams({ dateFrom: from, dateTo: to, ...filters }).toString()}`;
