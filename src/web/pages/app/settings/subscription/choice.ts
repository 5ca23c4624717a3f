import type { TenantProduct } from '#contract/membership.ts';
import type { Currency } from '#contract/money.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { isOnce } from '#web/components/pricing-choice.ts';

/** Who has paid once pays in that currency from then on: other prices are not on offer. */
export const plansIn = (
  plans: readonly SubscriptionProduct[],
  active: TenantProduct | null,
): { plans: SubscriptionProduct[]; currency: Currency | null } => {
  const currency = active && active.subscriptionPrice.price > 0 ? currencyOf(active) : null;
  if (currency === null) return { plans: [...plans], currency };
  return {
    plans: plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter((price) => price.currency === currency),
    })),
    currency,
  };
};

const currencyOf = ({ subscriptionPrice }: TenantProduct) => subscriptionPrice.currency;

export type Action = 'select' | 'buy' | 'update' | 'subscribe';

/** What pressing the button does (section 4); `select`: nothing that could be changed is chosen. */
export const actionOf = (
  price: SubscriptionPrice | undefined,
  active: TenantProduct | null,
): Action => {
  if (!price || price.id === active?.subscriptionPrice.id) return 'select';
  if (isOnce(price)) return 'buy';
  return active && !isOnce(active.subscriptionPrice) ? 'update' : 'subscribe';
};
