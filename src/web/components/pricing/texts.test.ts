import { describe, expect, test } from 'vitest';
import type { SubscriptionPrice } from '#contract/products.ts';
import type { Locale } from '#locales/locales.ts';
import { translations } from '#locales/translate.ts';
import { formats } from '#web/theme/formats.ts';
import { pricingTexts } from './texts.ts';

const textsIn = (locale: Locale) => pricingTexts(translations[locale], formats(locale));
const english = textsIn('en-US');

type Price = Pick<SubscriptionPrice, 'price' | 'currency' | 'billingPeriod' | 'trialDays'>;
const price = (changes: Partial<Price>): Price => ({
  price: 10,
  currency: 'usd',
  billingPeriod: 4,
  trialDays: 0,
  ...changes,
});

describe('Texts of a product', () => {
  test.each([
    ['pricing.mostPopular', 'Most popular'],
    ['Best of the year', 'Best of the year'],
    ['Novelty', 'Novelty'],
    ['', ''],
  ])('shows the badge "%s" as "%s" (R-PRD-10)', (badge, expected) => {
    expect(english.own(badge)).toBe(expected);
  });

  test.each([
    [
      { key: 'pricing.features.maxNumberOfUsers', value: '3', translateInFrontend: true },
      'Up to 3 members',
    ],
    [
      { key: 'pricing.features.maxNumberOfUsers', value: null, translateInFrontend: true },
      'Unlimited members',
    ],
    [{ key: 'pricing.features.auditLog', value: null, translateInFrontend: true }, 'Audit log'],
    [
      { key: 'pricing.features.auditLog', value: '90', translateInFrontend: true },
      'Audit log for 90 days',
    ],
    [{ key: 'Desks', value: '12', translateInFrontend: false }, 'Desks 12'],
    [{ key: 'Own server', value: null, translateInFrontend: false }, 'Own server'],
  ])('shows the feature %j as "%s"', (feature, expected) => {
    expect(english.feature(feature)).toBe(expected);
  });
});

describe('Registration button (R-ACC-08)', () => {
  test.each([
    [price({ trialDays: 14 }), 'Start trial (14 days)'],
    [price({}), 'Subscribe US$10.00 per year'],
    [price({ billingPeriod: 0 }), 'Pay US$10.00'],
    [price({ price: 0, billingPeriod: 0 }), 'Create account'],
    [undefined, 'Create account'],
  ])('for %j reads "%s"', (chosen, expected) => {
    expect(english.register(chosen)).toBe(expected);
  });
});

test('the registration button shows the price after a coupon (R-ACC-08)', () => {
  const half = { percentOff: 50, amountOff: null, currency: 'usd' };
  const all = { percentOff: null, amountOff: 1_000, currency: 'usd' };
  const other = { ...all, currency: 'eur' };
  expect(english.register(price({}), half)).toBe('Subscribe US$5.00 per year');
  expect(english.register(price({ billingPeriod: 0 }), all)).toBe('Pay US$0.00');
  expect(english.register(price({}), other)).toBe('Subscribe US$10.00 per year');
  expect(english.register(price({ trialDays: 14 }), half)).toBe('Start trial (14 days)');
});

test('formats amounts in the locale of the page (R-GEN-08)', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(english.amount(price({ price: 0 }))).toBe('Free');
  expect(plain(textsIn('pt-BR').amount(price({ price: 8.5, currency: 'eur' })))).toBe('€ 8,50');
  expect(plain(textsIn('es-MX').register(price({ price: 200, currency: 'mxn' })))).toBe(
    'Suscribirme por MX$200.00 por año',
  );
});
