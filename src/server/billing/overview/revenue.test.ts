import { expect, test } from 'vitest';
import { monthlyAmount } from '#contract/periods.ts';
import { lastMonths, monthlyRevenue } from './revenue.ts';

test('returns the last twelve months across the turn of the year', () => {
  const months = lastMonths(new Date('2027-02-28T23:59:59Z'), 12);
  expect([months[0], months[10], months[11], months.length]).toEqual([
    '2026-03',
    '2027-01',
    '2027-02',
    12,
  ]);
});

test('computes the changes of each month and the revenue at its end (R-OPR-06)', () => {
  const moved = [
    { currency: 'usd', month: '2026-01', kind: 'new', amount: 1_200 },
    { currency: 'usd', month: '2026-03', kind: 'expansion', amount: 600 },
    { currency: 'usd', month: '2026-04', kind: 'contraction', amount: -300 },
    { currency: 'usd', month: '2026-04', kind: 'churn', amount: -1_500 },
  ] as const;
  const nothing = { new: 0, expansion: 0, contraction: 0, churn: 0 };
  expect(monthlyRevenue(moved, ['2026-02', '2026-03', '2026-04'])).toEqual([
    { month: '2026-02', ...nothing, end: 1_200 },
    { month: '2026-03', ...nothing, expansion: 600, end: 1_800 },
    { month: '2026-04', ...nothing, contraction: -300, churn: -1_500, end: 0 },
  ]);
});

test('rounds the monthly revenue once, after all yearly amounts are added', () => {
  expect([
    monthlyAmount(10_000),
    monthlyAmount(3 * 10_000),
    monthlyAmount(12),
    monthlyAmount(0),
  ]).toEqual([833, 2_500, 1, 0]);
});
