import { transactionList } from '#contract/entities/transactions.ts';
import type { ImportColumns } from '#contract/imports/mapping.ts';
import { csvDateFormats, csvFormatOf, type CsvDateFormat } from '#contract/lists/csv.ts';
import {
  localeMark,
  otherMark,
  possibleGroup,
  shownMark,
  type DecimalMark,
} from '#contract/lists/numerals.ts';
import { hasTwoDecimals } from '#contract/shapes.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { csvHeader } from '#server/platform/http/lists/csv.ts';
import { numberIn, parseImportDate, parseImportNumber } from '#server/product/imports/rules.ts';
import type { CsvTable } from './read-file.ts';

/** Returns the texts in a column that are not blank. */
const textsIn = ({ rows }: CsvTable, column: number | null) =>
  column === null ? [] : rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);

/**
 * Returns the option that reads most texts; null if several do and read them differently. Of options that read the
 * same, the first.
 */
const onlyReading = <O>(options: readonly O[], readings: (option: O) => readonly unknown[]) => {
  const all = options.map((option) => {
    const values = readings(option);
    return { option, values, count: values.filter((value) => value !== null).length };
  });
  const most = Math.max(...all.map(({ count }) => count));
  const [first, ...others] = all.filter(({ count }) => count === most);
  const isSame = others.every(({ values }) =>
    values.every((value, index) => value === first?.values[index]),
  );
  return first && isSame ? first.option : null;
};

const exportedHeaders = [undefined, ...locales].map((language) => ({
  names: csvHeader({ list: transactionList, table: 'transactions' }, language).join('\n'),
  format: csvFormatOf(language),
}));

/** Returns the format of a file that we exported; undefined for any other. */
const exportedFormat = ({ header }: CsvTable) =>
  exportedHeaders.find(({ names }) => names === header.join('\n'))?.format;

/** Suggests the format that reads most dates; null if several read them as different days (R-IMP-03). */
export const suggestDateFormat = (
  table: CsvTable,
  { date: column }: ImportColumns,
): CsvDateFormat | null => {
  const texts = textsIn(table, column);
  const read = (format: CsvDateFormat) => texts.map((text) => parseImportDate(text, format));
  const exported = exportedFormat(table)?.dateFormat;
  return exported && !read(exported).includes(null) ? exported : onlyReading(csvDateFormats, read);
};

/**
 * Suggests the mark that reads most prices and quantities; where either does, by the separator. Returns null if both read
 * them differently, and if nothing but groups like `1.000` shows the mark, unless the separator or the language confirms
 * that they are thousands (R-IMP-03).
 */
export const suggestDecimalMark = (
  table: CsvTable,
  columns: ImportColumns,
  locale: Locale,
): DecimalMark | null => {
  const prices = textsIn(table, columns.price);
  const quantities = textsIn(table, columns.quantity);
  // Spreadsheets separate columns by semicolons where the comma is the decimal mark.
  const usual: DecimalMark = table.separator === ';' ? 'comma' : 'point';
  const exported = exportedFormat(table)?.decimalMark;
  if (exported && prices.every((text) => parseImportNumber(text, exported) !== null)) {
    return exported;
  }
  const mark = onlyReading([usual, otherMark(usual)], (option) => [
    ...prices.map((text) => valueIf(hasTwoDecimals, parseImportNumber(text, option))),
    ...quantities.map((text) => valueIf(Number.isInteger, parseImportNumber(text, option))),
  ]);
  const numbers = [...prices, ...quantities].map(numberIn).filter((number) => number !== null);
  const isShown = numbers.some((number) => shownMark(number) === mark);
  const isGrouped = numbers.some((number) => possibleGroup(number) !== null);
  const isUsual = localeMark(locale) === mark || (table.separator === ';' && mark === 'comma');
  return isGrouped && !isShown && !isUsual ? null : mark;
};

const valueIf = (test: (value: number) => boolean, value: number | null) =>
  value !== null && test(value) ? value : null;
