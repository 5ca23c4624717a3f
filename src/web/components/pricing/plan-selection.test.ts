import { describe, expect, test } from 'vitest';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import {
  selectOffer,
  periodName,
  selectPlan,
  registerPath,
  yearlySaving,
  selectionForPrice,
  parsePlanSelection,
  type OfferedPlan,
} from './plan-selection.ts';

const plans: OfferedPlan[] = defaultProducts.map((product) => ({
  ...product,
  id: `id of ${product.title}`,
  prices: product.prices.map((price) => ({
    ...price,
    id: `${product.title} ${periodName(price.billingPeriod)} ${price.currency}`,
  })),
}));
const query = (text: string) => new URLSearchParams(text);
const pick = (text: string) => {
  const { product, price } = selectPlan(plans, parsePlanSelection(query(text)), 'usd');
  return [product?.title, price?.id];
};

describe('The plan of an address (R-SITE-08)', () => {
  test.each([
    ['', ['Pro', 'Pro monthly usd']],
    ['product=unlimited', ['Unlimited', 'Unlimited monthly usd']],
    ['product=id of Unlimited&period=yearly', ['Unlimited', 'Unlimited yearly usd']],
    ['product=Pro&period=yearly&currency=eur', ['Pro', 'Pro yearly eur']],
    ['product=Starter&period=yearly', ['Starter', 'Starter once usd']],
    ['product=Gold&period=hourly&currency=brl', ['Pro', 'Pro monthly usd']],
  ])('"%s" selects %j: the requested price, else the nearest', (text, expected) => {
    expect(pick(text)).toEqual(expected);
  });

  test('selects the first tier without a badge on any product', () => {
    const plain = plans.map((plan) => ({ ...plan, badge: '' }));
    expect(selectPlan(plain, {}, 'usd').product?.title).toBe('Starter');
  });

  test('selects no product without preselection', () => {
    const open = { preselect: false };
    expect(selectPlan(plans, open, 'usd')).toMatchObject({ product: undefined, price: undefined });
    expect(selectPlan(plans, { ...open, product: 'Starter' }, 'usd').product?.title).toBe(
      'Starter',
    );
  });

  test('a price id selects its product, period and currency', () => {
    expect(selectionForPrice(plans, 'Unlimited yearly mxn')).toEqual({
      product: 'id of Unlimited',
      period: 'yearly',
      currency: 'mxn',
    });
    expect(selectionForPrice(plans, 'no such price')).toBeNull();
    expect(selectionForPrice(defaultProducts, null)).toBeNull();
  });

  test('selects nothing without products', () => {
    expect(selectPlan([], {}, 'usd')).toMatchObject({ product: undefined, price: undefined });
  });
});

describe('The offer (R-PRD-07)', () => {
  test("has the visitor's currency and the periods to choose from", () => {
    const offer = selectOffer(plans, {}, 'mxn');
    expect(offer).toMatchObject({ currency: 'mxn', currencies: ['usd', 'mxn', 'eur'] });
    expect(offer.periods.map(periodName)).toEqual(['monthly', 'yearly']);
    expect(offer.products.map(({ title }) => title)).toEqual(['Starter', 'Pro', 'Unlimited']);
  });

  test('falls back to a currency with products', () => {
    const inEuro = plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter(({ currency }) => currency === 'eur'),
    }));
    expect(selectOffer(inEuro, { currency: 'mxn' }, 'usd')).toMatchObject({
      currency: 'eur',
      currencies: ['eur'],
    });
  });

  test('shows the first period without monthly prices', () => {
    const yearly = plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter(({ billingPeriod }) => periodName(billingPeriod) !== 'monthly'),
    }));
    expect(periodName(selectOffer(yearly, {}, 'usd').period)).toBe('yearly');
  });

  test('shows a saving only for a yearly price below twelve months', () => {
    const [, pro] = plans;
    const [monthly] = pro?.prices ?? [];
    const { price: yearly } = selectPlan(plans, { product: 'Pro', period: 'yearly' }, 'usd');
    expect(yearlySaving(yearly, pro?.prices ?? [])).toBe(17);
    expect(yearlySaving(monthly, pro?.prices ?? [])).toBe(0);
    const dear = pro?.prices.map((price) =>
      periodName(price.billingPeriod) === 'yearly' ? { ...price, price: 13 } : price,
    );
    expect(yearlySaving(yearly, dear ?? [])).toBe(0);
  });
});

test("the registration link keeps the selection and the visitor's query", () => {
  const selection = { product: 'Pro', period: 'yearly', currency: 'usd' };
  const currentParams = query('coupon=SPRING&e=ana@example.com&utm=mail&period=monthly');
  expect(registerPath(selection, currentParams)).toBe(
    '/account/register?product=Pro&period=yearly&currency=usd&e=ana%40example.com&coupon=SPRING',
  );
});
