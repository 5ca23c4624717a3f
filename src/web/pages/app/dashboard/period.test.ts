import { describe, expect, test } from 'vitest';
import { bestSoFar, fillBuckets, relativeChange, runningTotals } from './buckets.ts';
import { readPeriod } from './period.ts';

const period = (query: string, today = '2026-11-25') => {
  const { current, previous, by } = readPeriod(new URLSearchParams(query), today);
  return [`${current.from} ${current.to}`, `${previous.from} ${previous.to}`, by];
};

describe('The period of the dashboard (R-DSH-01)', () => {
  test.each([
    ['', '2026-11-01 2026-11-25', '2026-10-01 2026-10-25', 'day'],
    ['period=lastMonth', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30', 'day'],
    ['period=3', '2026-09-01 2026-11-25', '2026-06-01 2026-08-25', 'month'],
    ['period=6', '2026-06-01 2026-11-25', '2025-12-01 2026-05-25', 'month'],
    ['period=12', '2025-12-01 2026-11-25', '2024-12-01 2025-11-25', 'month'],
    ['period=thisYear', '2026-01-01 2026-11-25', '2025-01-01 2025-11-25', 'month'],
  ])('"%s" is compared with the same part of the time before', (query, ...expected) => {
    expect(period(query)).toEqual(expected);
  });

  test.each([
    ['2026-03-05', '2026-03-11', '2026-02-26 2026-03-04', 'day'],
    ['2026-02-01', '2026-02-28', '2026-01-01 2026-01-31', 'day'],
    ['2026-01-01', '2026-03-31', '2025-10-01 2025-12-31', 'month'],
    ['2024-02-29', '2024-02-29', '2024-02-28 2024-02-28', 'day'],
    ['2020-01-01', '2025-12-31', '2014-01-01 2019-12-31', 'year'],
  ])('from %s to %s is compared with whole months or as many days', (from, to, previous, by) => {
    expect(period(`period=custom&from=${from}&to=${to}`)).toEqual([`${from} ${to}`, previous, by]);
  });

  test('compares the end of a month with the end of a shorter or longer one', () => {
    expect(period('', '2027-03-30')[1]).toBe('2027-02-01 2027-02-28');
    expect(period('', '2027-03-31')[1]).toBe('2027-02-01 2027-02-28');
    expect(period('', '2026-11-30')[1]).toBe('2026-10-01 2026-10-31');
    expect(period('period=thisYear', '2028-02-29')[1]).toBe('2027-01-01 2027-02-28');
  });

  test.each([
    'period=7',
    'period=custom',
    'period=custom&from=2026-02-30&to=2026-03-01',
    'period=custom&from=2026-03-02&to=2026-03-01',
    'period=custom&from=0001-01-01&to=2026-03-01',
  ])('is the current month instead of "%s"', (query) => {
    expect(period(query)).toEqual(period(''));
  });
});

describe('Buckets of a period (R-DSH-01)', () => {
  test('include months without transactions and end with the period', () => {
    const sums = [{ start: '2026-12-01', count: 2, amount: 5 }];
    expect(fillBuckets(sums, { from: '2026-11-10', to: '2027-01-15' }, 'month')).toEqual([
      { start: '2026-11-01', range: { from: '2026-11-10', to: '2026-11-30' }, count: 0, amount: 0 },
      { start: '2026-12-01', range: { from: '2026-12-01', to: '2026-12-31' }, count: 2, amount: 5 },
      { start: '2027-01-01', range: { from: '2027-01-01', to: '2027-01-15' }, count: 0, amount: 0 },
    ]);
  });

  test('add up without rounding errors', () => {
    const amounts = [0.1, 0.2, -0.3, 4];
    expect(runningTotals(amounts.map((amount) => ({ amount })))).toEqual([0.1, 0.3, 0, 4]);
  });

  test('have a best so far that never goes back, and begins at nothing (R-DSH-06)', () => {
    expect(bestSoFar([-2, 3, 1, 5, 4])).toEqual([0, 3, 3, 5, 5]);
  });

  test('are compared only with a positive amount', () => {
    expect(relativeChange(200, 150)).toBe(-0.25);
    expect(relativeChange(0, 150)).toBeNull();
    expect(relativeChange(-10, 150)).toBeNull();
  });
});
