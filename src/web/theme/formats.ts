import { currencySymbol, moneyFormatter, type Currency } from '#contract/money.ts';
import type { Locale } from '#locales/locales.ts';

/**
 * mini: short month and day; short: year, month and day; long: with weekday and time (R-GEN-09).
 */
export type DateStyle = 'mini' | 'short' | 'long';

export type Formats = {
  /**
   * Formats decimals (2.5) with a symbol that names one currency (US$, MX$), the currency's decimals and the
   * locale's separators (R-GEN-08).
   */
  money: (amount: number, currency: Currency) => string;
  /** Returns the symbol that `money` shows. */
  currencySymbol: (currency: Currency) => string;
  number: (value: number) => string;
  /** Formats a share in percent: whole, with one decimal below 10 % and where it would round up to 100 %. */
  percent: (share: number) => string;
  /** Formats a relative change in percent, with its sign. */
  change: (share: number) => string;
  /**
   * Formats a calendar date (`YYYY-MM-DD`, the same day everywhere) or an instant (ISO 8601 or
   * epoch ms).
   */
  date: (value: string | number | Date, style: DateStyle) => string;
  /** Formats the time of day of an instant. */
  time: (value: Date) => string;
  /** Formats an instant with weekday, time and time zone. */
  exact: (value: Date) => string;
  /** Formats how long ago an instant was: "5 minutes ago"; null for the future and after a week (R-GEN-09). */
  ago: (value: Date, now: Date) => string | null;
};

const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  mini: { month: 'short', day: 'numeric' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
};
/** Portuguese writes the hours of a day with two digits (09:05). */
const timeOf = (locale: string): Intl.DateTimeFormatOptions => ({
  hour: locale.startsWith('pt') ? '2-digit' : 'numeric',
  minute: '2-digit',
});

/** Caches the result by key: Intl's formatters are slow to create and fast to use. */
function memoize<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

function percentText(locale: string, share: number, signDisplay: 'auto' | 'exceptZero') {
  const size = Math.abs(share);
  const isAlmostAll = size > 0.99 && size < 1;
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: size < 0.1 || isAlmostAll ? 1 : 0,
    roundingMode: isAlmostAll ? 'trunc' : 'halfExpand',
    signDisplay,
  }).format(share);
}

function makeFormats(locale: string, timeZone: string | undefined): Formats {
  const time = timeOf(locale);
  const plain = memoize((of: string) => new Intl.NumberFormat(of));
  const money = memoize((currency: Currency) => moneyFormatter(locale, currency));
  const calendar = memoize(
    (style: DateStyle) =>
      new Intl.DateTimeFormat(locale, { ...dateStyles[style], timeZone: 'UTC' }),
  );
  const instant = memoize(
    (style: DateStyle) =>
      new Intl.DateTimeFormat(locale, {
        ...dateStyles[style],
        ...(style === 'long' ? time : {}),
        timeZone,
      }),
  );
  const ofDay = memoize(
    (zone: string | undefined) => new Intl.DateTimeFormat(locale, { ...time, timeZone: zone }),
  );
  const exact = memoize(
    (zone: string | undefined) =>
      new Intl.DateTimeFormat(locale, {
        ...dateStyles.long,
        ...time,
        timeZone: zone,
        timeZoneName: 'short',
      }),
  );
  const relative = memoize(
    (numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(locale, { numeric }),
  );
  return {
    money: (amount, currency) => money(currency)(amount),
    currencySymbol: (currency) => currencySymbol(locale, currency),
    number: (value) => plain(locale).format(value),
    percent: (share) => percentText(locale, share, 'auto'),
    change: (share) => percentText(locale, share, 'exceptZero'),
    date: (value, style) => {
      const isCalendar = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
      return (isCalendar ? calendar : instant)(style).format(new Date(value));
    },
    time: (value) => ofDay(timeZone).format(value),
    exact: (value) => exact(timeZone).format(value),
    ago: (value, now) => {
      const minutes = Math.floor((now.getTime() - value.getTime()) / 60_000);
      if (minutes < -1 || minutes >= 7 * 1_440) return null;
      if (minutes < 1) return relative('auto').format(0, 'second');
      if (minutes < 60) return relative('always').format(-minutes, 'minute');
      if (minutes < 1_440) return relative('always').format(-Math.floor(minutes / 60), 'hour');
      return relative('always').format(-Math.floor(minutes / 1_440), 'day');
    },
  };
}

const byLocale = new Map<string, Formats>();

/**
 * Returns the formats of a locale for money, numbers and dates. The default time zone is the
 * machine's.
 */
export function formats(locale: Locale, timeZone?: string): Formats {
  const key = `${locale} ${timeZone ?? ''}`;
  const known = byLocale.get(key) ?? makeFormats(locale, timeZone);
  byLocale.set(key, known);
  return known;
}

/**
 * Returns the days from now to an instant in epoch seconds by the local calendar, like the dates
 * shown beside them: 0 is today, 1 tomorrow.
 */
export function calendarDaysUntil(epochSeconds: number, now: Date) {
  const days = dayNumber(new Date(epochSeconds * 1000)) - dayNumber(now);
  return Math.max(0, days);
}

/** Returns the number of a local calendar day; days with a change of the clock count as others. */
const dayNumber = (at: Date) =>
  Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;
