import type { Currency } from '#contract/money.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { useNewPlanTax } from './tax-location.ts';
import { useCoupon } from './use-coupon.ts';

/** Returns the state of coupon and tax for the chosen price; `given` is the coupon of the address. */
export function usePlanTerms(
  price: SubscriptionPrice | undefined,
  currency: Currency,
  given: string | null | undefined,
) {
  const coupon = useCoupon(currency, given, price?.subscriptionProductId);
  return { coupon, tax: useNewPlanTax(price, coupon) };
}

export type PlanTermsState = ReturnType<typeof usePlanTerms>;
