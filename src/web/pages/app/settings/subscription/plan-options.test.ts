import { describe, expect, it } from 'vitest';
import type { TenantProduct } from '#contract/membership.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { planActionFor, plansOnOffer, smallerPlan, withPaidPlanFirst } from './plan-options.ts';

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

describe('The current plan (R-SUB-14)', () => {
  it('is the subscription, which can be canceled, beside a purchase of the same tier', () => {
    const [bought, paid] = [holding(once), holding(price())];
    const held = (activeProduct: TenantProduct, ...myProducts: TenantProduct[]) =>
      withPaidPlanFirst({ activeProduct, myProducts } as CurrentSubscription).activeProduct;
    expect(held(bought, bought, paid)).toBe(paid);
    expect(held(bought, bought, holding(price({ price: 0 })))).toBe(bought);
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

describe('The smaller plan that is offered instead of a cancellation (R-SUB-10)', () => {
  const planOf = (tier: number, more: Partial<SubscriptionProduct>) =>
    ({ id: `tier ${tier}`, active: true, tier, maxUsers: 5, prices: [], ...more }) as never;
  const plans: SubscriptionProduct[] = [
    planOf(1, {
      maxUsers: 1,
      prices: [price({ id: 'free', price: 0, type: 0, billingPeriod: 0 })],
    }),
    planOf(2, { prices: [price({ id: 'small', price: 5 }), { ...yearly, price: 20 }] }),
    planOf(3, { maxUsers: 0, prices: [price({ id: 'middle', price: 20 })] }),
    planOf(4, { maxUsers: 0, prices: [price({ id: 'large', price: 50 })] }),
  ];
  const paying = (tier: number, paid: SubscriptionPrice, status = 'active') =>
    ({ ...holding(paid), status, subscriptionProduct: { tier } }) as TenantProduct;
  const large = price({ id: 'large', price: 50 });
  const offeredTo = (...args: [TenantProduct, number]) =>
    smallerPlan(plans, ...args)?.price.id ?? null;

  it('is the largest one below that costs less in the same period', () => {
    expect(offeredTo(paying(4, large), 2)).toBe('middle');
    expect(offeredTo(paying(3, price({ id: 'middle', price: 20 })), 2)).toBe('small');
    expect(offeredTo(paying(4, { ...yearly, price: 500 }), 2)).toBe('yearly');
  });

  it('has seats for every member', () => {
    expect(offeredTo(paying(3, price({ price: 20 })), 5)).toBe('small');
    expect(offeredTo(paying(3, price({ price: 20 })), 6)).toBeNull();
  });

  it('is on offer, in the currency that is paid', () => {
    const retired = plans.map((plan) => ({ ...plan, active: plan.tier !== 3 }));
    expect(smallerPlan(retired, paying(4, large), 2)?.price.id).toBe('small');
    expect(offeredTo(paying(4, { ...large, currency: 'mxn' }), 1)).toBeNull();
  });

  it('is never the free one, which follows a cancellation anyway, and none while payment is overdue', () => {
    expect(offeredTo(paying(2, price({ price: 5 })), 1)).toBeNull();
    expect(offeredTo(paying(4, large, 'past_due'), 1)).toBeNull();
    expect(offeredTo(paying(2, price({ price: 0 })), 1)).toBeNull();
  });
});
