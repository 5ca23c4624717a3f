import { expect, test } from 'vitest';
import { periodEndAfter, periodEnd } from './periods.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const ends = (anchor: string, interval: string, count: number) =>
  new Date(periodEnd(at(anchor), { interval, interval_count: 1 }, count) * 1_000).toISOString();

test('counts days and weeks in seconds', () => {
  expect(ends('2026-10-24T12:30:00.000Z', 'day', 2)).toBe('2026-10-26T12:30:00.000Z');
  expect(ends('2026-10-24T12:30:00.000Z', 'week', 1)).toBe('2026-10-31T12:30:00.000Z');
});

test("keeps the anchor's day in each month, or takes the month's last day", () => {
  const anchor = '2027-01-31T23:59:59.000Z';
  expect([1, 2, 3, 13].map((count) => ends(anchor, 'month', count))).toEqual([
    '2027-02-28T23:59:59.000Z',
    '2027-03-31T23:59:59.000Z',
    '2027-04-30T23:59:59.000Z',
    '2028-02-29T23:59:59.000Z',
  ]);
});

test('ends a year from a leap day on 28 February, and four years on the 29th', () => {
  expect(ends('2028-02-29T00:00:00.000Z', 'year', 1)).toBe('2029-02-28T00:00:00.000Z');
  expect(ends('2028-02-29T00:00:00.000Z', 'year', 4)).toBe('2032-02-29T00:00:00.000Z');
});

test('counts several intervals as one period', () => {
  const end = periodEnd(at('2026-11-30T00:00:00.000Z'), { interval: 'month', interval_count: 3 });
  expect(end).toBe(at('2027-02-28T00:00:00.000Z'));
});

test("returns to the anchor's day after a short month", () => {
  const anchor = at('2027-01-31T08:00:00.000Z');
  const rhythm = { interval: 'month', interval_count: 1 };
  const ends = [anchor];
  for (let nth = 1; nth <= 13; nth += 1) {
    ends.push(periodEndAfter(ends.at(-1) ?? anchor, anchor, rhythm));
  }
  expect(ends.slice(1)).toEqual(
    ends.slice(1).map((_end, nth) => periodEnd(anchor, rhythm, nth + 1)),
  );
});
