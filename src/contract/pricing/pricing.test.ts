import { describe, expect, test } from 'vitest';
import {
  currencyOfLocale,
  fromMinor,
  moneyFormatter,
  toMinor,
  type Currency,
} from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import {
  billingPeriodsOf,
  commonYearlySaving,
  needsCard,
  selectableProducts,
  selectPrice,
  visitorCurrency,
  yearlyDiscountPercent,
} from './pricing.ts';

const { Once, Monthly, Yearly } = BillingPeriod;

const price = (
  billingPeriod: BillingPeriod,
  amount = 10,
  { currency = 'usd' as Currency, active = true } = {},
) => ({ billingPeriod, price: amount, currency, active });

describe('Selectable products (R-ACC-06)', () => {
  const product = (tier: number, active: boolean, ...prices: ReturnType<typeof price>[]) => ({
    tier,
    active,
    prices,
  });

  test('returns active products with an active price in the currency, by tier', () => {
    const dear = product(3, true, price(Monthly));
    const cheap = product(1, true, price(Monthly, 1, { currency: 'eur' }), price(Monthly, 1));
    const shown = selectableProducts(
      [
        dear,
        product(2, false, price(Monthly)),
        product(4, true, price(Monthly, 1, { active: false })),
        product(5, true, price(Monthly, 1, { currency: 'mxn' })),
        product(6, true),
        cheap,
      ],
      'usd',
    );
    expect(shown).toEqual([cheap, dear]);
  });

  test('returns each period once, in order, and none for one-time prices', () => {
    const products = [
      { prices: [price(Yearly), price(Monthly), price(Once)] },
      { prices: [price(Monthly), price(BillingPeriod.Weekly, 1, { currency: 'eur' })] },
    ];
    expect(billingPeriodsOf(products, 'usd')).toEqual([Monthly, Yearly]);
  });
});

describe('Saving named beside the yearly period (R-SITE-09)', () => {
  const sold = (monthly: number, yearly: number) => ({
    prices: [price(Monthly, monthly), price(Yearly, yearly)],
  });
  const free = { prices: [price(Once, 0)] };
  const nothing = { months: 0, percent: 0 };

  test('is two free months at ten times the monthly price, whatever the decimals', () => {
    const two = { months: 2, percent: 0 };
    expect(commonYearlySaving([sold(1, 10)], 'usd')).toEqual(two);
    expect(commonYearlySaving([sold(0.85, 8.5)], 'usd')).toEqual(two);
    expect(commonYearlySaving([free, sold(2.55, 25.5), sold(3, 30)], 'usd')).toEqual(two);
  });

  test('is a percentage where the months are not whole', () => {
    expect(commonYearlySaving([sold(10, 99)], 'usd')).toEqual({ months: 0, percent: 18 });
    expect(commonYearlySaving([free, sold(10, 102), sold(20, 204)], 'usd')).toEqual({
      months: 0,
      percent: 15,
    });
  });

  test('is nothing where products save differently, or save nothing', () => {
    expect(commonYearlySaving([sold(1, 10), sold(3, 27)], 'usd')).toEqual(nothing);
    expect(commonYearlySaving([sold(1, 10), sold(1, 12)], 'usd')).toEqual(nothing);
    expect(commonYearlySaving([sold(1, 12)], 'usd')).toEqual(nothing);
    expect(commonYearlySaving([sold(1, 14)], 'usd')).toEqual(nothing);
    expect(commonYearlySaving([sold(1, 10)], 'eur')).toEqual(nothing);
    expect(commonYearlySaving([sold(1, 0), sold(0, 10), free], 'usd')).toEqual(nothing);
    expect(commonYearlySaving([], 'usd')).toEqual(nothing);
  });
});

describe('Price of a choice', () => {
  const monthly = price(Monthly);
  const yearly = price(Yearly, 100);

  test('returns the price of its period', () => {
    expect(selectPrice([monthly, yearly], Yearly, 'usd')).toBe(yearly);
  });

  test('falls back to the first price in the currency', () => {
    expect(selectPrice([price(Once, 1, { currency: 'eur' }), monthly, yearly], Once, 'usd')).toBe(
      monthly,
    );
  });

  test('returns null without an active price in the currency', () => {
    expect(selectPrice([price(Monthly, 1, { active: false }), yearly], Monthly, 'eur')).toBe(
      undefined,
    );
  });

  test.each([
    [0, 10, true],
    [14, 10, false],
    [0, 0, false],
    [14, 0, false],
  ])(
    'with %i days of trial, at %f, asks for a card: %s (R-SUB-06, R-SUB-08)',
    (trialDays, amount, asks) => {
      expect(needsCard({ trialDays, price: amount })).toBe(asks);
    },
  );
});

describe('Yearly discount', () => {
  test.each([
    [10, 100, 17],
    [10, 120, 0],
    [39, 390, 17],
    [10, 60, 50],
    [0, 100, 0],
    [10, 0, 0],
  ])('at %f a month and %f a year is %i %', (month, year, percent) => {
    expect(yearlyDiscountPercent([price(Monthly, month), price(Yearly, year)], 'usd')).toBe(
      percent,
    );
  });

  test('counts only active prices in the currency', () => {
    const prices = [
      price(Monthly, 1, { currency: 'eur' }),
      price(Yearly, 6, { active: false }),
      price(Monthly, 10),
      price(Yearly, 60),
    ];
    expect(yearlyDiscountPercent(prices, 'usd')).toBe(50);
    expect(yearlyDiscountPercent([price(Monthly)], 'usd')).toBe(0);
    expect(yearlyDiscountPercent([price(Yearly)], 'usd')).toBe(0);
  });
});

describe('Money (R-GEN-05, R-GEN-07)', () => {
  test('is whole minor units in calculations and decimals in JSON', () => {
    expect([2.55, 0.29, 1.1, 9_999_999.99].map((one) => toMinor(one, 'usd'))).toEqual([
      255, 29, 110, 999_999_999,
    ]);
    expect([255, 29, 110].map((one) => fromMinor(one, 'usd'))).toEqual([2.55, 0.29, 1.1]);
  });

  test.each([
    ['brl', 19.9, 1_990, 'R$ 19,90'],
    ['inr', 1_499.5, 149_950, '₹ 1.499,50'],
    ['jpy', 1_500, 1_500, 'JP¥ 1.500'],
    ['clp', 19_990, 19_990, 'CLP 19.990'],
    ['kwd', 5.25, 5_250, 'KWD 5,250'],
    // Has hundredths at the provider, which must be 00.
    ['isk', 1_500, 150_000, 'ISK 1.500'],
  ])('%s has the minor units of the provider', (currency, decimal, minor, shown) => {
    expect(toMinor(decimal, currency)).toBe(minor);
    expect(fromMinor(minor, currency)).toBe(decimal);
    const text = moneyFormatter('pt-BR', currency)(decimal).replaceAll(/\s/g, ' ');
    expect(text).toBe(shown);
  });

  test.each([
    ['es', 'mxn'],
    ['es-MX', 'mxn'],
    ['ES-es', 'mxn'],
    ['pt-BR', 'usd'],
    ['en-US', 'usd'],
    ['hi-IN', 'usd'],
    ['de-es', 'usd'],
  ])('a visitor with locale %s starts with %s unless they chose a currency', (locale, currency) => {
    expect(currencyOfLocale(locale)).toBe(currency);
    expect(visitorCurrency(null, locale)).toBe(currency);
    expect(visitorCurrency('eur', locale)).toBe('eur');
  });

  test('a Brazilian visitor starts with BRL where it hides no product on offer (R-PRD-14)', () => {
    const pricedIn = (...currencies: Currency[]) => [
      {
        tier: 2,
        active: true,
        prices: currencies.map((currency) => price(Monthly, 10, { currency })),
      },
    ];
    expect(visitorCurrency(null, 'pt-BR', pricedIn('brl'))).toBe('brl');
    expect(visitorCurrency('usd', 'pt-BR', pricedIn('brl'))).toBe('usd');
    expect(visitorCurrency(null, 'pt-BR', pricedIn('usd'))).toBe('usd');
    expect(visitorCurrency(null, 'en-US', pricedIn('brl'))).toBe('usd');
    const partly = [...pricedIn('usd', 'brl'), ...pricedIn('usd')];
    expect(visitorCurrency(null, 'pt-BR', partly)).toBe('usd');
    const all = [...pricedIn('usd', 'brl'), ...pricedIn('brl')];
    expect(visitorCurrency(null, 'pt-BR', all)).toBe('brl');
  });
});
