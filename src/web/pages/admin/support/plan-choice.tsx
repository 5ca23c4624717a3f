import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubscriptionPrice } from '#contract/products.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import {
  selectPlan,
  selectionForPrice,
  type PlanSelection,
} from '#web/components/pricing/plan-selection.ts';

/** Returns the picker of a plan and the price chosen, in the currency of the organization. */
export function usePlanChoice(
  { products: [current], currency: paidIn }: SupportRecord,
  isOffered: (price: SubscriptionPrice) => boolean,
) {
  const { data, error, isLoading } = useQuery(availableProductsQuery);
  if (error && !data) throw error;
  const plans = (data ?? []).map((plan) => ({
    ...plan,
    prices: plan.prices.filter(
      (price) => isOffered(price) && (paidIn === null || price.currency === paidIn),
    ),
  }));
  const [changed, setChanged] = useState<PlanSelection | null>(null);
  const selection = changed ??
    selectionForPrice(plans, current?.subscriptionPrice.id ?? null) ?? { preselect: false };
  const visited = paidIn ?? current?.subscriptionPrice.currency ?? 'usd';
  const { product, price, currency } = selectPlan(plans, selection, visited);
  return {
    isLoading,
    picker: (
      <PlanPicker plans={plans} selection={selection} onChange={setChanged} currency={visited} />
    ),
    product,
    price,
    currency,
    isChosen: price !== undefined && price.id !== current?.subscriptionPrice.id,
  };
}
