import type { DecimalMark, ImportDateFormat } from '#contract/imports/mapping.ts';

/** Longest text that is read as a number or a date. */
const maxLength = 50;

/** Currency before or after a number, such as R$, US$ or €. */
const currencyMark = String.raw`(?:\p{Lu}{0,3}\p{Sc})?`;

/** Digits with separators of thousands, also in groups of two as in India, and decimals. */
const numberPattern = (decimal: string, group: string) =>
  new RegExp(
    String.raw`^([+-]?)\s*${currencyMark}\s*([+-]?)(\d+|\d{1,3}(?:[${group}\s'’]\d{2,3})*[${group}\s'’]\d{3})(?:${decimal}(\d+))?\s*${currencyMark}$`,
    'u',
  );

const numberPatterns: Record<DecimalMark, RegExp> = {
  point: numberPattern(String.raw`\.`, ','),
  comma: numberPattern(',', '.'),
};

/** Returns the number that a text means with this decimal mark; null if it means none. */
export const parseImportNumber = (text: string, mark: DecimalMark): number | null => {
  if (text.length > maxLength) return null;
  // Spreadsheets print negative numbers with the minus sign of typography, too.
  const [match, sign = '', innerSign = '', whole = '', decimals = '0'] =
    numberPatterns[mark].exec(text.trim().replace('−', '-')) ?? [];
  if (match === undefined || (sign && innerSign)) return null;
  const value = Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`);
  return sign === '-' || innerSign === '-' ? -value : value;
};

const datePatterns: Record<ImportDateFormat, RegExp> = {
  iso: /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  dayFirst: /^(?<day>\d{1,2})[-./](?<month>\d{1,2})[-./](?<year>\d{4})$/,
  monthFirst: /^(?<month>\d{1,2})[-./](?<day>\d{1,2})[-./](?<year>\d{4})$/,
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
