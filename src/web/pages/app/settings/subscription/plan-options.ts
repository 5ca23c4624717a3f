import type { PlanEnd } from '#contract/billing/plan-end.ts';
import type { TenantProduct } from '#contract/membership.ts';
import type { Currency } from '#contract/money.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { isOneTimePrice, withoutTrials } from '#web/components/pricing/plan-selection.ts';

/**
 * Returns the plans with the prices on offer: after the first paid plan only those in its currency
 * (R-SUB-11).
 */
export function plansOnOffer(
  plans: readonly SubscriptionProduct[],
  active: TenantProduct | null,
): { plans: SubscriptionProduct[]; currency: Currency | null } {
  const currency = active && active.subscriptionPrice.price > 0 ? currencyOf(active) : null;
  if (currency === null) return { plans: [...plans], currency };
  return {
    plans: plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter((price) => price.currency === currency),
    })),
    currency,
  };
}

const currencyOf = ({ subscriptionPrice }: TenantProduct) => subscriptionPrice.currency;

/** A plan with one of its prices. */
export type PlanOffer = { product: SubscriptionProduct; price: SubscriptionPrice };

/**
 * Returns the largest plan below the current one that costs less and has seats for all members, to be
 * offered instead of a cancellation (R-SUB-10); null when there is none. The cancellation itself leads to the free plan, and
 * an overdue or paused plan can't be replaced by a paid one.
 */
export function smallerPlan(
  plans: readonly SubscriptionProduct[],
  active: TenantProduct,
  seatsTaken: number,
): PlanOffer | null {
  const { subscriptionPrice: paid, subscriptionProduct: current, status } = active;
  if (!isRecurringPaid(active) || active.granted || status === 'past_due' || status === 'paused')
    return null;
  const fits = (price: SubscriptionPrice) =>
    price.active &&
    price.price > 0 &&
    price.price < paid.price &&
    price.billingPeriod === paid.billingPeriod;
  const offers = plansOnOffer(plans, active)
    .plans.filter(
      ({ active: onOffer, tier, maxUsers }) =>
        onOffer && tier < current.tier && (maxUsers === 0 || seatsTaken <= maxUsers),
    )
    .flatMap((product) => product.prices.filter(fits).map((price) => ({ product, price })))
    .toSorted((a, b) => b.product.tier - a.product.tier || a.price.price - b.price.price);
  return offers[0] ?? null;
}

export type PlanAction = 'select' | 'buy' | 'update' | 'subscribe' | 'move';

/**
 * Returns the action of the plan picker's button; `select` when there is nothing to change
 * (R-SUB-16).
 */
export function planActionFor(
  price: SubscriptionPrice | undefined,
  active: TenantProduct | null,
): PlanAction {
  if (!price || price.id === active?.subscriptionPrice.id) return 'select';
  if (price.price === 0 && active && isRecurringPaid(active)) return 'move';
  if (isOneTimePrice(price)) return 'buy';
  return active && !isOneTimePrice(active.subscriptionPrice) ? 'update' : 'subscribe';
}

/**
 * Returns true for a recurring price above zero. Moving from it to a free plan takes effect now or
 * at the period's end (R-SUB-05).
 */
const isRecurringPaid = ({ subscriptionPrice }: TenantProduct) =>
  !isOneTimePrice(subscriptionPrice) && subscriptionPrice.price > 0;

/**
 * Returns the subscription with the paid recurring plan as the active one: it is charged, and must be shown and canceled, also
 * beside a purchase of the same or a higher tier, which has a panel of its own.
 */
export function withPaidPlanFirst(subscription: CurrentSubscription): CurrentSubscription {
  const paid = subscription.myProducts.find(isRecurringPaid);
  return paid ? { ...subscription, activeProduct: paid } : subscription;
}

/** The plan that follows the current one by itself, and whether a card on file would prevent that. */
export type FollowingPlan = { end: PlanEnd; unlessCard: boolean };

/** Returns what follows the current plan by itself; null when it continues. */
export function followingPlan(
  { activeProduct, cards, providerReached }: CurrentSubscription,
  end: PlanEnd | undefined,
): FollowingPlan | null {
  if (!end || !activeProduct || !isRecurringPaid(activeProduct)) return null;
  if (activeProduct.endDate) return { end, unlessCard: false };
  const isUnpaidTrial = activeProduct.status === 'trialing' && !activeProduct.granted;
  return isUnpaidTrial && providerReached && cards.length === 0 ? { end, unlessCard: true } : null;
}

/**
 * Returns true when the current free plan follows a trial that ended without a card (R-SUB-07).
 * Derived from a trial product that ended within an hour after its trial.
 */
export function hasEndedTrial(
  active: TenantProduct | null,
  products: readonly TenantProduct[],
): boolean {
  if (active?.subscriptionPrice.price !== 0) return false;
  const [last] = products
    .filter(({ active: runs, trialEnds }) => !runs && trialEnds !== null)
    .toSorted((a, b) => b.startDate.localeCompare(a.startDate));
  if (!last?.endDate || last.trialEnds === null) return false;
  const late = Date.parse(last.endDate) / 1_000 - last.trialEnds;
  return late >= 0 && late < hourSeconds;
}

const hourSeconds = 3_600;

/**
 * Returns the plans with their trials while the organization may use one, otherwise without
 * (R-SUB-06).
 */
export const plansWithTrial = (
  plans: readonly SubscriptionProduct[],
  { trialAvailable, activeProduct }: Pick<CurrentSubscription, 'trialAvailable' | 'activeProduct'>,
) => (trialAvailable || activeProduct?.status === 'trialing' ? plans : withoutTrials(plans));
