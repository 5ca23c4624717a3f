import { describe, expect, test } from 'vitest';
import { calendarDaysUntil, formats } from './formats.ts';

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('money (R-GEN-08)', () => {
  test.each([
    ['en-US', 'usd', 'US$1,234.50'],
    ['en-US', 'mxn', 'MX$1,234.50'],
    ['pt-BR', 'usd', 'US$ 1.234,50'],
    ['pt-BR', 'mxn', 'MX$ 1.234,50'],
    ['es-MX', 'mxn', 'MX$1,234.50'],
    ['es-MX', 'usd', 'US$1,234.50'],
    ['hi-IN', 'mxn', 'MX$1,234.50'],
    ['hi-IN', 'usd', 'US$1,234.50'],
    ['pt-BR', 'eur', '€ 1.234,50'],
  ] as const)('%s formats %s as %s', (locale, currency, text) => {
    expect(plain(formats(locale).money(1234.5, currency))).toBe(text);
  });

  test('has the same symbol for a field', () => {
    const { currencySymbol } = formats('pt-BR');
    expect([currencySymbol('usd'), currencySymbol('mxn'), currencySymbol('eur')]).toEqual([
      'US$',
      'MX$',
      '€',
    ]);
  });

  test('always has two decimals', () => {
    const { money } = formats('en-US');
    expect([money(0, 'usd'), money(2.55, 'eur'), money(-3, 'usd')]).toEqual([
      'US$0.00',
      '€2.55',
      '-US$3.00',
    ]);
  });
});

describe('dates (R-GEN-09)', () => {
  test('a calendar date is the same day in every time zone', () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC'];
    const days = zones.map((zone) => formats('en-US', zone).date('2026-03-01', 'short'));
    expect(new Set(days)).toEqual(new Set(['Mar 1, 2026']));
  });

  test.each([
    ['en-US', 0, 'now'],
    ['en-US', 0.5, 'now'],
    ['en-US', 5, '5 minutes ago'],
    ['pt-BR', 61, 'há 1 hora'],
    ['es-MX', 60 * 25, 'hace 1 día'],
    ['hi-IN', 60 * 24 * 6.9, '6 दिन पहले'],
    ['en-US', 60 * 24 * 7, null],
    ['en-US', -10, null],
  ] as const)('in %s, %d minutes ago is "%s"', (locale, minutes, text) => {
    const now = new Date('2026-03-01T12:00:00Z');
    const { ago } = formats(locale, 'UTC');
    expect(ago(new Date(now.getTime() - minutes * 60_000), now)).toBe(text);
  });

  test('an exact instant names its time zone', () => {
    const { exact } = formats('en-US', 'America/Sao_Paulo');
    expect(plain(exact(new Date('2026-03-01T02:30:00Z')))).toBe(
      'Saturday, February 28, 2026 at 11:30 PM GMT-3',
    );
  });

  test.each([
    ['pt-BR', 9, '09:05'],
    ['pt-BR', 21, '21:05'],
    ['en-US', 9, '9:05 AM'],
    ['es-MX', 21, '9:05 p.m.'],
    ['hi-IN', 9, '9:05 am'],
  ] as const)('%s writes the time of %d hours as people there do: %s', (locale, hour, text) => {
    const { time, date } = formats(locale, 'UTC');
    const instant = new Date(Date.UTC(2026, 2, 1, hour, 5));
    expect(plain(time(instant))).toBe(text);
    expect(plain(date(instant, 'long'))).toContain(text);
  });

  test('mini is the short month and the day', () => {
    expect(formats('en-US').date('2026-03-01', 'mini')).toBe('Mar 1');
    expect(formats('pt-BR').date('2026-03-01', 'mini')).toBe('1 de mar.');
  });

  test('long has the weekday, and the time of an instant in its time zone', () => {
    const { date } = formats('en-US', 'America/Sao_Paulo');
    expect(plain(date('2026-03-01T02:30:00Z', 'long'))).toBe(
      'Saturday, February 28, 2026 at 11:30 PM',
    );
    expect(date('2026-03-01', 'long')).toBe('Sunday, March 1, 2026');
  });
});

describe('days until an instant (R-SUB-15)', () => {
  const now = new Date(2026, 2, 28, 18, 30);
  const after = (hours: number) => now.getTime() / 1000 + hours * 3_600;

  test.each([
    [0, 0],
    [5.4, 0],
    [5.6, 1],
    [24, 1],
    [47.9, 2],
    [14 * 24, 14],
    [14 * 24 - 0.1, 14],
    [-1, 0],
    [-100, 0],
    [24 * 366, 366],
  ])('%f hours from now are %i days of the calendar', (hours, days) => {
    expect(calendarDaysUntil(after(hours), now)).toBe(days);
  });
});

test.each([
  [-0.997, '-99.7%'],
  [-0.99999, '-99.9%'],
  [-1, '-100%'],
  [0.0249, '+2.5%'],
  [0.104, '+10%'],
  [-0.25, '-25%'],
  [1.254, '+125%'],
  [0, '0%'],
])('shows the change %f as %s', (change, text) => {
  expect(formats('en-US').change(change)).toBe(text);
});

test('shows a share in percent without a sign, and as whole only if it is', () => {
  expect([0.4, 0.083, 0.996, 1].map(formats('en-US').percent)).toEqual([
    '40%',
    '8.3%',
    '99.6%',
    '100%',
  ]);
});
