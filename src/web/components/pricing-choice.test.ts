import { describe, expect, test } from 'vitest';
import { defaultProducts } from '#contract/default-pricing.ts';
import {
  offerOf,
  periodName,
  pickOf,
  registerPath,
  savingOf,
  wishForPrice,
  wishOf,
  type Plan,
} from './pricing-choice.ts';

const plans: Plan[] = defaultProducts.map((product) => ({
  ...product,
  id: `id of ${product.title}`,
  prices: product.prices.map((price) => ({
    ...price,
    id: `${product.title} ${periodName(price.billingPeriod)} ${price.currency}`,
  })),
}));
const query = (text: string) => new URLSearchParams(text);
const pick = (text: string) => {
  const { product, price } = pickOf(plans, wishOf(query(text)), 'usd');
  return [product?.title, price?.id];
};

describe('What an address asks for', () => {
  test.each([
    ['', ['Pro', 'Pro monthly usd']],
    ['product=unlimited', ['Unlimited', 'Unlimited monthly usd']],
    ['product=id of Unlimited&period=yearly', ['Unlimited', 'Unlimited yearly usd']],
    ['product=Pro&period=yearly&currency=eur', ['Pro', 'Pro yearly eur']],
    ['product=Starter&period=yearly', ['Starter', 'Starter once usd']],
    ['product=Gold&period=hourly&currency=brl', ['Pro', 'Pro monthly usd']],
  ])('"%s" chooses %j: the asked price, else the nearest (section 4)', (text, expected) => {
    expect(pick(text)).toEqual(expected);
  });

  test('without a badge on any product the first tier is chosen', () => {
    const plain = plans.map((plan) => ({ ...plan, badge: '' }));
    expect(pickOf(plain, {}, 'usd').product?.title).toBe('Starter');
  });

  test('no product is chosen before one is named, where none is to be preselected', () => {
    const open = { preselect: false };
    expect(pickOf(plans, open, 'usd')).toMatchObject({ product: undefined, price: undefined });
    expect(pickOf(plans, { ...open, product: 'Starter' }, 'usd').product?.title).toBe('Starter');
  });

  test('a price named by its id brings its product, period and currency', () => {
    expect(wishForPrice(plans, 'Unlimited yearly mxn')).toEqual({
      product: 'id of Unlimited',
      period: 'yearly',
      currency: 'mxn',
    });
    expect(wishForPrice(plans, 'no such price')).toBeNull();
    expect(wishForPrice(defaultProducts, null)).toBeNull();
  });

  test('nothing on offer chooses nothing', () => {
    expect(pickOf([], {}, 'usd')).toMatchObject({ product: undefined, price: undefined });
  });
});

describe('What is on offer', () => {
  test('in the currency of the visitor, with the periods to choose from (sections 4 and 9)', () => {
    const offer = offerOf(plans, {}, 'mxn');
    expect(offer).toMatchObject({ currency: 'mxn', currencies: ['usd', 'mxn', 'eur'] });
    expect(offer.periods.map(periodName)).toEqual(['monthly', 'yearly']);
    expect(offer.products.map(({ title }) => title)).toEqual(['Starter', 'Pro', 'Unlimited']);
  });

  test('a currency that nothing is sold in gives way to one that is', () => {
    const inEuro = plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter(({ currency }) => currency === 'eur'),
    }));
    expect(offerOf(inEuro, { currency: 'mxn' }, 'usd')).toMatchObject({
      currency: 'eur',
      currencies: ['eur'],
    });
  });

  test('where nothing is monthly the first period is shown', () => {
    const yearly = plans.map((plan) => ({
      ...plan,
      prices: plan.prices.filter(({ billingPeriod }) => periodName(billingPeriod) !== 'monthly'),
    }));
    expect(periodName(offerOf(yearly, {}, 'usd').period)).toBe('yearly');
  });

  test('only a yearly price that is cheaper than twelve months saves something (section 4)', () => {
    const [, pro] = plans;
    const [monthly] = pro?.prices ?? [];
    const { price: yearly } = pickOf(plans, { product: 'Pro', period: 'yearly' }, 'usd');
    expect(savingOf(yearly, pro?.prices ?? [])).toBe(17);
    expect(savingOf(monthly, pro?.prices ?? [])).toBe(0);
    const dear = pro?.prices.map((price) =>
      periodName(price.billingPeriod) === 'yearly' ? { ...price, price: 13 } : price,
    );
    expect(savingOf(yearly, dear ?? [])).toBe(0);
  });
});

test('registering is asked for what was seen, with what the visitor came with', () => {
  const wish = { product: 'Pro', period: 'yearly', currency: 'usd' };
  const came = query('coupon=SPRING&e=ana@example.com&utm=mail&period=monthly');
  expect(registerPath(wish, came)).toBe(
    '/account/register?product=Pro&period=yearly&currency=usd&e=ana%40example.com&coupon=SPRING',
  );
});
