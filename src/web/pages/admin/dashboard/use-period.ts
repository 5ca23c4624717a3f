import { useSearchParams } from 'react-router';
import { periodMonths } from '#contract/periods.ts';

/** Returns the period that the address names; the longest period without one. */
export function usePeriod() {
  const [query] = useSearchParams();
  const named = query.get('months');
  return { months: periodMonths.find((count) => String(count) === named) ?? 12 };
}
