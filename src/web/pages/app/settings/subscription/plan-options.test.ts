import { describe, expect, it } from 'vitest';
import type { TenantProduct } from '#contract/membership.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { planActionFor, plansOnOffer } from './plan-options.ts';

const price = (changes: Partial<SubscriptionPrice> = {}): SubscriptionPrice => ({
  id: 'monthly',
  serviceId: 'price_1',
  subscriptionProductId: 'pro',
  type: 1,
  billingPeriod: 3,
  price: 2.55,
  priceBefore: null,
  currency: 'eur',
  trialDays: 0,
  active: true,
  ...changes,
});

const holding = (subscriptionPrice: SubscriptionPrice) => ({
  ...({ id: 'held', active: true, status: 'active' } as TenantProduct),
  subscriptionPrice,
});

const once = price({ id: 'once', type: 0, billingPeriod: 0 });
const yearly = price({ id: 'yearly', billingPeriod: 4 });

describe('The button of the plan picker (R-SUB-16)', () => {
  it.each([
    ['select', undefined, null],
    ['select', price(), holding(price())],
    ['buy', once, null],
    ['buy', once, holding(price())],
    ['subscribe', price(), null],
    ['subscribe', price(), holding(once)],
    ['update', yearly, holding(price())],
  ])('is "%s" when %j is chosen and %j is active', (action, chosen, active) => {
    expect(planActionFor(chosen, active)).toBe(action);
  });
});

describe('The plans on offer (R-SUB-11)', () => {
  const usd = price({ id: 'usd', currency: 'usd' });
  const plans = [{ title: 'Pro', prices: [usd, price()] }] as SubscriptionProduct[];
  const idsOf = ({ plans }: ReturnType<typeof plansOnOffer>) =>
    plans.flatMap(({ prices }) => prices.map(({ id }) => id));

  it('are in every currency until something is paid', () => {
    expect(idsOf(plansOnOffer(plans, null))).toEqual(['usd', 'monthly']);
    expect(idsOf(plansOnOffer(plans, holding(price({ price: 0 }))))).toEqual(['usd', 'monthly']);
  });

  it('are only in the currency of the paid plan', () => {
    expect(idsOf(plansOnOffer(plans, holding(price())))).toEqual(['monthly']);
  });
});
