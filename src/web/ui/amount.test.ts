import { describe, expect, test } from 'vitest';
import { sanitizeAmount, formatAmount, parseAmount } from './amount.ts';

describe.each(['pt-BR', 'en-US', 'es-MX', 'hi-IN'])('an amount typed in %s', (locale) => {
  test.each([
    ['2,55', 2.55],
    ['2.55', 2.55],
    ['0.5', 0.5],
    [',5', 0.5],
    ['2.', 2],
    ['1234', 1234],
    ['1234,5', 1234.5],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1_234_567],
    ['1,00,000.50', 100_000.5],
    ['1.234.567,8', 1_234_567.8],
    ['1 234,5', 1234.5],
    ['R$ 1.234,56', 1234.56],
    ['-2,55', -2.55],
    ['२.५५', 2.55],
    // A group of thousands has no 0 before it.
    ['0.125', 0.125],
    ['0,125', 0.125],
  ])('%s is %d', (text, value) => expect(parseAmount(text, locale)).toBe(value));

  test.each(['', '-', ',', 'abc', '1,2,3.4.5'])('“%s” is not a number', (text) =>
    expect(parseAmount(text, locale)).toBeNull(),
  );

  test.each([0, 0.07, 2.55, 1234, 1234.5, 1_234_567.89, -3.1, 1.234])(
    'reads %d back as it was formatted',
    (value) => expect(parseAmount(formatAmount(value, locale), locale)).toBe(value),
  );
});

test('three digits after the locale’s separator are decimals, after the other one thousands', () => {
  expect(parseAmount('1.234', 'pt-BR')).toBe(1234);
  expect(parseAmount('1,234', 'pt-BR')).toBe(1.234);
  expect(parseAmount('1,234', 'en-US')).toBe(1234);
  expect(parseAmount('1.234', 'en-US')).toBe(1.234);
});

test('ignores letters', () => {
  expect(sanitizeAmount('R$ 2,55 each')).toBe('2,55 ');
});
