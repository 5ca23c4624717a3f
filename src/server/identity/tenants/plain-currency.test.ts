import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  initialTransactionCurrency,
  plainCurrencySymbol,
  plainMoneyFormatter,
  transactionCurrencies,
} from '#contract/entities/currency.ts';
import { currencies } from '#contract/money.ts';
import { locales } from '#locales/locales.ts';
import { root } from '#server/platform/root.ts';

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Files that start with a currency for prices of plans, which the person then chooses. */
const initialPrices = [
  'src/web/pages/admin/products/catalogue.ts',
  'src/web/pages/admin/support/plan-choice.tsx',
  'src/web/pages/sandbox/payments/coupons.tsx',
];

describe('Amounts of transactions (R-ORG-13)', () => {
  test('have no constant currency in any component', () => {
    const usual = currencies.slice(0, 5).join('|');
    const literal = new RegExp(`['"\`](${usual})['"\`]`, 'i');
    const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: root }).filter(
      (path) => !/\.test\.ts$|\/gallery\//.test(path),
    );
    expect(sources.length).toBeGreaterThan(500);
    const named = sources.filter((path) => literal.test(readFileSync(join(root, path), 'utf8')));
    expect(named.toSorted()).toEqual(initialPrices);
  });

  test.each([
    ['pt-BR', 'brl', 'R$ 2.469,00'],
    ['es-MX', 'mxn', '$2,469.00'],
    ['hi-IN', 'inr', '₹2,469.00'],
    ['en-US', 'usd', '$2,469.00'],
    ['pt-BR', 'usd', '$ 2.469,00'],
    ['en-US', 'eur', '€2,469.00'],
    ['en-US', null, '2,469.00'],
  ] as const)('are plain in %s and %s: %s', (locale, currency, text) => {
    expect(plain(plainMoneyFormatter(locale, currency).format(2469))).toBe(text);
  });

  test('have a symbol in each language that starts with a currency of its own', () => {
    const symbols = locales.map((locale) =>
      plainCurrencySymbol(locale, initialTransactionCurrency(locale)),
    );
    expect(symbols.toSorted()).toEqual(['$', '$', 'R$', '₹']);
    expect(plainCurrencySymbol('en-US', null)).toBe('');
  });

  test('may be in pesos, reais, rupees, euros and dollars, and in no currency without cents', () => {
    expect(transactionCurrencies).toEqual(
      expect.arrayContaining(['brl', 'mxn', 'eur', 'usd', 'inr', 'gbp']),
    );
    expect(transactionCurrencies).not.toContain('jpy');
    expect(transactionCurrencies).not.toContain('kwd');
  });
});
