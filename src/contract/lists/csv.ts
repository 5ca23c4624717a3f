import { localeMark, type DecimalMark } from '#contract/lists/numerals.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { markFormulas, otherSeparators } from './formulas.ts';

/** Order of day, month and year in the dates of a CSV file. */
export const csvDateFormats = ['iso', 'dayFirst', 'monthFirst'] as const;
export type CsvDateFormat = (typeof csvDateFormats)[number];

type CsvFormat = { separator: ',' | ';'; decimalMark: DecimalMark; dateFormat: CsvDateFormat };

/** Format for programs. */
const plainFormat: CsvFormat = { separator: ',', decimalMark: 'point', dateFormat: 'iso' };

/** Returns the format that spreadsheets read in a language: a decimal comma leaves the semicolon as separator. */
function formatFor(locale: Locale): CsvFormat {
  const decimalMark = localeMark(locale);
  const [first] = new Intl.DateTimeFormat(locale).formatToParts(0);
  return {
    separator: decimalMark === 'comma' ? ';' : ',',
    decimalMark,
    dateFormat: first?.type === 'month' ? 'monthFirst' : 'dayFirst',
  };
}

const csvFormats = new Map(locales.map((locale) => [locale, formatFor(locale)]));

/** Language of the spreadsheet that reads a file; undefined: the file is for programs. */
export type CsvLanguage = Locale | undefined;

/** Returns the format of files for spreadsheets in a language, or for programs. */
export const csvFormatOf = (language: CsvLanguage): CsvFormat =>
  (language && csvFormats.get(language)) ?? plainFormat;

/** Mark by which spreadsheets recognize UTF-8, at the beginning of a file. */
export const csvBeginning = '\u{FEFF}';

export type CsvCell = string | number | boolean | null | undefined;

/** Returns a line of a CSV file, in which no text is a formula (R-LST-04). */
export function csvLine(cells: readonly CsvCell[], language: CsvLanguage) {
  const { separator, decimalMark } = csvFormatOf(language);
  const toText = (cell: CsvCell) => {
    if (typeof cell === 'string') return quoteText(markFormulas(cell));
    // Numbers may be negative, and are no formulas.
    return decimalMark === 'comma' && typeof cell === 'number'
      ? String(cell).replace('.', ',')
      : String(cell ?? '');
  };
  return `${cells.map(toText).join(separator)}\n`;
}

const quoteText = (text: string) =>
  /[",]/.test(text) || otherSeparators.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z)?$/;

/** Returns a date, or an instant with its time in UTC, as spreadsheets read it; any other text as it is. */
export function csvDate(text: string, language: CsvLanguage) {
  const { dateFormat } = csvFormatOf(language);
  const [match, year, month, day, time] = isoDate.exec(text) ?? [];
  if (match === undefined || dateFormat === 'iso') return text;
  const date = [...(dateFormat === 'dayFirst' ? [day, month] : [month, day]), year].join('/');
  return time === undefined ? date : `${date} ${time}`;
}
