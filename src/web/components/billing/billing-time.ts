import { useEffect, useEffectEvent, useReducer } from 'react';
import type { TenantProduct } from '#contract/membership.ts';
import { serverNow } from '#web/ui/clock.ts';

type ProductDates = Pick<TenantProduct, 'asOf' | 'graceEnds' | 'endDate' | 'trialEnds'>;

/** Returns the current time of a product's subscription: the provider's, if its clock was moved. */
const billingTime = ({ asOf }: Pick<TenantProduct, 'asOf'>) =>
  asOf === null ? serverNow() : new Date(asOf);

/** Returns the milliseconds until the next date of a product; `Infinity` when none is ahead. */
function timeToNextDate(product: ProductDates): number {
  const { graceEnds, endDate, trialEnds } = product;
  const now = billingTime(product).getTime();
  const dates = [graceEnds, endDate, trialEnds && trialEnds * 1000];
  return Math.min(
    ...dates.map((at) => new Date(at ?? 0).getTime() - now).filter((rest) => rest > 0),
  );
}

/** Maximum delay of a timer; a longer one would fire at once. */
const maxDelay = 2 ** 31 - 1;

/**
 * Returns the current time of a product's subscription and renders again at its next date, for
 * which the server sends no event. Calls `onDate` then.
 */
export function useBillingTime(product: ProductDates | null, onDate?: () => void): Date {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const reached = useEffectEvent(() => {
    renderAgain();
    onDate?.();
  });
  useEffect(() => {
    const rest = product ? timeToNextDate(product) : Infinity;
    if (rest > maxDelay) return;
    const timer = setTimeout(() => reached(), rest + 1);
    return () => clearTimeout(timer);
  }, [product]);
  return billingTime(product ?? { asOf: null });
}
