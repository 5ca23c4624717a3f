import type { TenantProduct } from '#contract/membership.ts';
import type { Currency } from '#contract/money.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { isOnce, withoutTrials } from '#web/components/pricing-choice.ts';

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

export type Action = 'select' | 'buy' | 'update' | 'subscribe' | 'move';

/** What pressing the button does (section 4); `select`: nothing that could be changed is chosen. */
export const actionOf = (
  price: SubscriptionPrice | undefined,
  active: TenantProduct | null,
): Action => {
  if (!price || price.id === active?.subscriptionPrice.id) return 'select';
  if (price.price === 0 && active && isPaidAgain(active)) return 'move';
  if (isOnce(price)) return 'buy';
  return active && !isOnce(active.subscriptionPrice) ? 'update' : 'subscribe';
};

/** A plan that renews at a price: a free one takes its place, at once or with its period. */
const isPaidAgain = ({ subscriptionPrice }: TenantProduct) =>
  !isOnce(subscriptionPrice) && subscriptionPrice.price > 0;

/** What follows the present plan by itself: the free plan's title, and whether a card would change that. */
export const followingPlan = (
  { activeProduct, myProducts, cards, providerReached }: CurrentSubscription,
  plans: readonly SubscriptionProduct[],
): { product: string; unlessCard: boolean } | null => {
  if (!activeProduct || !isPaidAgain(activeProduct)) return null;
  const held = myProducts.find(({ subscriptionPrice }) => subscriptionPrice.price === 0);
  const { status, endDate } = activeProduct;
  if (endDate) return held ? { product: held.subscriptionProduct.title, unlessCard: false } : null;
  if (status !== 'trialing' || !providerReached || cards.length > 0) return null;
  const product = held?.subscriptionProduct.title ?? freePlanOf(plans)?.title;
  return product === undefined ? null : { product, unlessCard: true };
};

/** The free plan on offer: the one of lowest tier. */
const freePlanOf = (plans: readonly SubscriptionProduct[]) =>
  plans
    .filter((plan) => plan.active && plan.prices.some((each) => each.active && each.price === 0))
    .toSorted((a, b) => a.tier - b.tier)[0];

/** Whether the organization came to its free plan by a trial that ended without a card. */
export const cameFromTrial = (
  active: TenantProduct | null,
  products: readonly TenantProduct[],
): boolean => {
  if (active?.subscriptionPrice.price !== 0) return false;
  const [last] = products
    .filter(({ active: runs, trialEnds }) => !runs && trialEnds !== null)
    .toSorted((a, b) => b.startDate.localeCompare(a.startDate));
  if (!last?.endDate || last.trialEnds === null) return false;
  const late = Date.parse(last.endDate) / 1_000 - last.trialEnds;
  return late >= 0 && late < hour;
};

const hour = 3_600;

/** The plans as the organization may begin them: with their trial, or at their price. */
export const withTrial = (
  plans: readonly SubscriptionProduct[],
  { trialAvailable, activeProduct }: Pick<CurrentSubscription, 'trialAvailable' | 'activeProduct'>,
) => (trialAvailable || activeProduct?.status === 'trialing' ? plans : withoutTrials(plans));
