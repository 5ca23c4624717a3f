import { describe, expect, test } from 'vitest';
import { keptQuery, analyticsPath } from './carried-query.ts';

const carried = (from: string, to: string) =>
  keptQuery(new URLSearchParams(from), new URLSearchParams(to))?.toString() ?? null;

describe('the query of the previous page (R-SITE-08)', () => {
  test('is added to a page without a query', () => {
    expect(carried('?utm_source=news&coupon=A', '')).toBe('utm_source=news&coupon=A');
    expect(carried('', '')).toBeNull();
  });

  test('is replaced by a query of the new page', () => {
    expect(carried('?coupon=A', '?period=yearly')).toBeNull();
  });

  test('drops tokens and return paths', () => {
    expect(carried('?e=a%40b.co&t=secret&i=secret&redirect=%2Fapp', '')).toBe('e=a%40b.co');
    expect(carried('?t=secret', '')).toBeNull();
  });
});

describe('a reported page view (R-SITE-08)', () => {
  test('is a path with its query', () => {
    expect(analyticsPath('/pricing', '')).toBe('/pricing');
    expect(analyticsPath('/pricing', '?utm_source=news&period=yearly')).toBe(
      '/pricing?utm_source=news&period=yearly',
    );
  });

  test('holds nothing that identifies the visitor', () => {
    expect(analyticsPath('/account/register', '?e=ana&t=x&coupon=A&who=ana%40example.com')).toBe(
      '/account/register?coupon=A',
    );
  });
});
