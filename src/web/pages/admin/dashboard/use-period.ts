import { useSearchParams } from 'react-router';
import { currencies } from '#contract/money.ts';
import { periodMonths } from '#contract/overview.ts';

/** Returns the period and the currency that the address names; the longest period without one. */
export function usePeriod() {
  const [query] = useSearchParams();
  const named = query.get('months');
  const months = periodMonths.find((count) => String(count) === named) ?? 12;
  const currency = currencies.find((known) => known === query.get('currency'));
  return { months, currency, filter: { months, ...(currency && { currency }) } };
}
