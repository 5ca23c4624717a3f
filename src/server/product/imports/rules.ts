import { plainCurrencySymbol } from '#contract/entities/currency.ts';
import type { CsvDateFormat } from '#contract/lists/csv.ts';
import { readNumber, toLatinDigits, type DecimalMark } from '#contract/lists/numerals.ts';
import { currencySymbol, type Currency } from '#contract/money.ts';
import { locales } from '#locales/locales.ts';

/** Longest text that is read as a number or a date. */
const maxLength = 50;

/** Longest name of a column that is compared. */
const maxNameLength = 100;

/** Currency before or after a number, such as R$, US$, €, USD or Rs. */
const writtenCurrency = String.raw`\p{Lu}{0,3}\p{Sc}|[A-Z]{3}|Rs\.?`;
const currencyMark = `(${writtenCurrency})?`;
const aroundNumber = new RegExp(
  String.raw`^([+-]?)\s*${currencyMark}\s*([+-]?)([\d.,\s'’]*?)\s*${currencyMark}$`,
  'u',
);

/** Returns the parts of a written amount; undefined if the text has anything else. */
function amountIn(text: string) {
  if (text.length > maxLength) return undefined;
  // Spreadsheets print negative numbers with the minus sign of typography, too.
  const plain = toLatinDigits(text.trim().replace('−', '-'));
  const [match, sign = '', before, innerSign = '', digits = '', after] =
    aroundNumber.exec(plain) ?? [];
  if (match === undefined || (sign && innerSign)) return undefined;
  return { number: `${sign}${innerSign}${digits}`, currencies: [before, after] };
}

/** Returns the sign, digits and separators of a written amount; null if the text has anything else. */
export const numberIn = (text: string): string | null => amountIn(text)?.number ?? null;

/** Returns the currencies that an amount is written with. */
export const currenciesIn = (text: string) =>
  amountIn(text)?.currencies.filter((written) => written !== undefined) ?? [];

const inBrackets = new RegExp(String.raw`[([]\s*(${writtenCurrency})\s*[)\]]`, 'u');

/** Returns the currency in brackets in the name of a column; undefined without one. */
export const currencyOfColumn = (name: string) =>
  inBrackets.exec(name.slice(0, maxNameLength))?.[1];

/** Other usual symbols, beside those that we show. */
const otherSymbols: Partial<Record<Currency, readonly string[]>> = {
  usd: ['U$', 'U$S'],
  inr: ['RS', '₨'],
};

/** Returns a function that tells whether a text means this currency: its code, or one of its symbols. */
export function currencyReader(currency: Currency) {
  const shown = locales.flatMap((locale) => [
    plainCurrencySymbol(locale, currency),
    currencySymbol(locale, currency),
  ]);
  const known = new Set(
    [currency, ...shown, ...(otherSymbols[currency] ?? [])].map((name) => name.toUpperCase()),
  );
  return (written: string) => known.has(written.trim().replace(/\.$/, '').toUpperCase());
}

/** Returns the number that a text means with this decimal mark; null if it means none. */
export function parseImportNumber(text: string, mark: DecimalMark): number | null {
  const read = readNumber(numberIn(text) ?? '', mark);
  return read === null || isDoubtful(read) ? null : read.value;
}

/** Returns true for a text that has three decimals: with the other mark it is a thousand times as much. */
export function hasThreeDecimals(text: string, mark: DecimalMark) {
  const read = readNumber(numberIn(text) ?? '', mark);
  return read !== null && isDoubtful(read);
}

const isDoubtful = ({ decimals }: { decimals: number }) => decimals === 3;

const datePatterns: Record<CsvDateFormat, RegExp> = {
  iso: /^(?<year>\d{4})(?<mark>[-./])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/,
  dayFirst: /^(?<day>\d{1,2})[-./](?<month>\d{1,2})[-./](?<year>\d{4}|\d{2})$/,
  // Points separate dates only in countries that write the day first.
  monthFirst: /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4}|\d{2})$/,
};

const withoutMarks = /^(\d{4})(\d{2})(\d{2})$/;

/** Time behind a date, as databases and brokers write it. */
const timeOfDay =
  /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?\s?m\.?)?\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Returns a date as `YYYY-MM-DD`, without its time; a year of two digits is of this century. Null if the text has another
 * format, or is no day of the calendar.
 */
export function parseImportDate(text: string, format: CsvDateFormat): string | null {
  if (text.length > maxLength) return null;
  const day = toLatinDigits(text.trim()).replace(timeOfDay, '');
  const found = datePatterns[format].exec(day.replace(withoutMarks, '$1-$2-$3'))?.groups;
  if (!found) return null;
  const date = toDate(found);
  // A day that the month doesn't have becomes one of the next month.
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isDay && date >= '0001' ? date : null;
}

const toDate = ({ year = '', month = '', day = '' }: Record<string, string>) =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

const combiningMarks = /\p{M}/gu;

/** Returns the name of a column as names are compared: without case, accents and punctuation. */
export const plainName = (name: string) =>
  name
    .slice(0, maxNameLength)
    .normalize('NFD')
    .replaceAll(combiningMarks, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
