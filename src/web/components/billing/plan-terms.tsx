import { Suspense } from 'react';
import type { Currency } from '#contract/money.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CouponField } from './coupon-field.tsx';
import type { PlanTermsState } from './use-plan-terms.ts';

const NewPlanCost = lazyPart(async () => (await import('./new-plan-cost.tsx')).NewPlanCost);

/** Renders what changes the price of a new organization's plan: the coupon, and the tax while it is on. */
export function PlanTerms({ terms, currency }: { terms: PlanTermsState; currency: Currency }) {
  const { coupon, tax } = terms;
  return (
    <>
      <CouponField state={coupon} />
      {tax.isNeeded && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <NewPlanCost tax={tax} currency={currency} />
        </Suspense>
      )}
    </>
  );
}
