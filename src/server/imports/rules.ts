import type { ImportDateFormat } from '#contract/imports/mapping.ts';
import { readNumber, toLatinDigits, type DecimalMark } from '#contract/numerals.ts';

/** Longest text that is read as a number or a date. */
const maxLength = 50;

/** Currency before or after a number, such as R$, US$ or €. */
const currencyMark = String.raw`(?:\p{Lu}{0,3}\p{Sc})?`;
const aroundNumber = new RegExp(
  String.raw`^([+-]?)\s*${currencyMark}\s*([+-]?)([\d.,\s'’]*?)\s*${currencyMark}$`,
  'u',
);

/** Returns the sign, digits and separators of a written amount; null if the text has anything else. */
export const numberIn = (text: string): string | null => {
  if (text.length > maxLength) return null;
  // Spreadsheets print negative numbers with the minus sign of typography, too.
  const plain = toLatinDigits(text.trim().replace('−', '-'));
  const [match, sign = '', innerSign = '', digits = ''] = aroundNumber.exec(plain) ?? [];
  return match === undefined || (sign && innerSign) ? null : `${sign}${innerSign}${digits}`;
};

/** Returns the number that a text means with this decimal mark; null if it means none. */
export const parseImportNumber = (text: string, mark: DecimalMark): number | null => {
  const read = readNumber(numberIn(text) ?? '', mark);
  return read === null || isDoubtful(read) ? null : read.value;
};

/** Returns true for a text that has three decimals: with the other mark it is a thousand times as much. */
export const hasThreeDecimals = (text: string, mark: DecimalMark) => {
  const read = readNumber(numberIn(text) ?? '', mark);
  return read !== null && isDoubtful(read);
};

const isDoubtful = ({ decimals }: { decimals: number }) => decimals === 3;

const datePatterns: Record<ImportDateFormat, RegExp> = {
  iso: /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  dayFirst: /^(?<day>\d{1,2})[-./](?<month>\d{1,2})[-./](?<year>\d{4})$/,
  // Points separate dates only in countries that write the day first.
  monthFirst: /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/,
};

/** Returns a date as `YYYY-MM-DD`; null if the text has another format, or is no day of the calendar. */
export const parseImportDate = (text: string, format: ImportDateFormat): string | null => {
  const found = datePatterns[format].exec(text.trim())?.groups;
  if (!found) return null;
  const { year = '', month = '', day = '' } = found;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // A day that the month doesn't have becomes one of the next month.
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isDay && date >= '0001' ? date : null;
};

const combiningMarks = /\p{M}/gu;

/** Returns the name of a column as names are compared: without case, accents and punctuation. */
export const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(combiningMarks, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
