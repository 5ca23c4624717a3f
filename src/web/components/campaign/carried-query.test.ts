import { describe, expect, test } from 'vitest';
import { analyticsPath, campaignIn, keptQuery } from './carried-query.ts';

const none = new URLSearchParams();
const campaign = new URLSearchParams('utm_source=news&utm_medium=mail');

const carried = (from: string, to: string, named = none) =>
  keptQuery(new URLSearchParams(from), new URLSearchParams(to), named)?.toString() ?? null;

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

describe('a campaign (R-UTM-01)', () => {
  test('is added to a page with or without a query of its own', () => {
    expect(carried('', '', campaign)).toBe('utm_source=news&utm_medium=mail');
    expect(carried('?coupon=A', '?period=yearly', campaign)).toBe(
      'period=yearly&utm_source=news&utm_medium=mail',
    );
  });

  test('is not mixed with another', () => {
    expect(carried('?utm_source=ads', '', campaign)).toBe('utm_source=ads');
    expect(carried('', '?utm_source=ads', campaign)).toBeNull();
  });

  test('has short parameters with known beginnings alone', () => {
    const long = 'x'.repeat(101);
    const query = `utm_source=a%20%3Cb%3E&utm_term=${long}&utm_=b&UTM_source=c&utm_1=d&gclid=e`;
    expect(campaignIn(new URLSearchParams(query)).toString()).toBe('utm_source=a+%3Cb%3E');
  });
});

describe('a reported page view (R-SITE-08)', () => {
  test('is a path with its query', () => {
    expect(analyticsPath('/pricing', '', none)).toBe('/pricing');
    expect(analyticsPath('/pricing', '?utm_source=news&period=yearly', none)).toBe(
      '/pricing?utm_source=news&period=yearly',
    );
  });

  test('has the campaign that led to the visit (R-UTM-01)', () => {
    expect(analyticsPath('/pricing', '?period=yearly', campaign)).toBe(
      '/pricing?period=yearly&utm_source=news&utm_medium=mail',
    );
  });

  test('holds nothing that identifies the visitor', () => {
    const search = '?e=ana&t=x&coupon=A&who=ana%40example.com';
    const named = new URLSearchParams('utm_source=ana%40example.com');
    expect(analyticsPath('/account/register', search, named)).toBe('/account/register?coupon=A');
  });
});
