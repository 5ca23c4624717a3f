import { describe, expect, test } from 'vitest';
import { monthlyFigures, relativeChange, runningTotals } from './monthly-figures.ts';

const today = new Date(2027, 0, 15);

describe('Monthly figures of the dashboard (R-APP-01)', () => {
  test('cover the last months, oldest first, across the turn of the year', () => {
    expect(monthlyFigures([], today, 3).map(({ month }) => month)).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ]);
  });

  test('count the transactions of each month and add their amounts without rounding errors', () => {
    const recorded = [
      { date: '2027-01-31', amount: 0.1 },
      { date: '2027-01-01', amount: 0.2 },
      { date: '2026-12-31', amount: 5 },
      { date: '2026-01-15', amount: 1_000 },
    ];
    expect(monthlyFigures(recorded, today, 2)).toEqual([
      { month: '2026-12-01', count: 1, amount: 5 },
      { month: '2027-01-01', count: 2, amount: 0.3 },
    ]);
  });

  test('add up by day; a later date counts to the last day that is shown', () => {
    const recorded = [
      { date: '2027-01-01', amount: 0.1 },
      { date: '2027-01-03', amount: 0.2 },
      { date: '2027-01-20', amount: 4 },
      { date: '2026-12-02', amount: 9 },
    ];
    expect(runningTotals(recorded, '2027-01-01', 4)).toEqual([0.1, 0.1, 0.3, 4.3]);
  });

  test('compare with the month before, if it has an amount', () => {
    expect(relativeChange(200, 150)).toBe(-0.25);
    expect(relativeChange(0, 150)).toBeNull();
  });
});
