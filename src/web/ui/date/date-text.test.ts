import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  formatDateInput,
  isDate,
  parseDate,
  today,
  weeksOf,
} from './date-text.ts';

describe('a typed date (R-FORM-07)', () => {
  test.each([
    ['pt-BR', '3/12/2026', '2026-12-03'],
    ['pt-BR', '03.12.26', '2026-12-03'],
    ['en-US', '12/3/2026', '2026-12-03'],
    ['es-MX', '3-12-2026', '2026-12-03'],
    ['hi-IN', '०३/१२/२०२६', '2026-12-03'],
    ['pt-BR', '2026-12-03', '2026-12-03'],
    ['pt-BR', '29/2/2028', '2028-02-29'],
  ])('in %s: %s is %s', (locale, text, date) => expect(parseDate(text, locale)).toBe(date));

  test.each(['', '3/12', '31/2/2026', '3/13/2026', '0/1/2026', '1/1/0', 'soon', '1/2/3/4'])(
    '“%s” is no date in pt-BR',
    (text) => expect(parseDate(text, 'pt-BR')).toBeNull(),
  );

  test.each([
    ['pt-BR', '03/12/2026'],
    ['en-US', '12/03/2026'],
    ['es-MX', '03/12/2026'],
    ['hi-IN', '03/12/2026'],
  ])('is shown in the order of %s and read back', (locale, text) => {
    expect(formatDateInput('2026-12-03', locale)).toBe(text);
    expect(parseDate(text, locale)).toBe('2026-12-03');
  });
});

describe('the calendar (R-FORM-07)', () => {
  test('moves over months and years and stays in the shorter month', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  });

  test('has whole weeks from Sunday with the days of this month only', () => {
    const weeks = weeksOf('2026-03-10');
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
    expect(weeks[0]?.[0]).toBe('2026-03-01');
    expect(weeks.flat().filter(Boolean)).toHaveLength(31);
    expect(weeksOf('2026-08-01')[0]?.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => null));
  });

  test('takes today from the clock of the browser, not from UTC', () => {
    const evening = new Date(2026, 10, 22, 23, 30);
    expect(today(evening)).toBe('2026-11-22');
    expect(isDate(today())).toBe(true);
  });
});
