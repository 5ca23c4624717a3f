import type { HandlerInput } from '#contract/endpoint.ts';
import { transactionList } from '#contract/entities/transactions.ts';
import type { ImportPreview, imports } from '#contract/imports/imports.ts';
import { previewErrors, previewRows } from '#contract/imports/limits.ts';
import { isCompleteMapping, type ImportColumns } from '#contract/imports/mapping.ts';
import { csvDateFormats, csvFormatOf, type CsvDateFormat } from '#contract/lists/csv.ts';
import {
  localeMark,
  otherMark,
  possibleGroup,
  shownMark,
  type DecimalMark,
} from '#contract/lists/numerals.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { hasTwoDecimals } from '#contract/shapes.ts';
import type { TransactionInput } from '#contract/transactions.ts';
import { type Locale, locales } from '#locales/locales.ts';
import { listUsage } from '#server/billing/usage/service/list.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';
import { csvHeader } from '#server/platform/http/lists/csv.ts';
import { numberIn, parseImportDate, parseImportNumber } from '#server/product/imports/rules.ts';
import { readCurrency } from '#server/product/transactions/service/currency.ts';
import { checkRows } from './check-rows.ts';
import { suggestColumns } from './column-names.ts';
import { findExisting } from './existing.ts';
import type { CsvTable } from './read-file.ts';

type PreviewBody = HandlerInput<(typeof imports)['endpoints']['preview']>['body'];

/** Longest text of a cell in a preview. */
const maxExample = 80;

/**
 * Returns what an import of the file would store, and what is wrong with it, and suggests what the caller doesn't give.
 * Stores nothing (R-IMP-03, R-IMP-04).
 */
export async function previewImport(
  tenant: TenantReader,
  { content, ...given }: PreviewBody,
  locale: Locale,
): Promise<ImportPreview> {
  const { readCsv } = await import('./read-file.ts');
  const table = readCsv(content);
  const columns = given.columns ?? suggestColumns(table.header);
  const mapping = {
    columns,
    dateFormat: given.dateFormat ?? suggestDateFormat(table, columns),
    decimalMark: given.decimalMark ?? suggestDecimalMark(table, columns, locale),
  };
  const { valid, wrong, errors } = isCompleteMapping(mapping)
    ? checkRows(table, mapping, await readCurrency(tenant))
    : { valid: [], wrong: 0, errors: [] };
  const { existing, from } = await findExisting(tenant.read, valid);
  return {
    ...mapping,
    encoding: table.encoding,
    separator: table.separator,
    headerLine: table.headerLine,
    header: headerOf(table),
    rows: valid.slice(0, previewRows).map(({ line, input }) => ({ line, ...toPreview(input) })),
    valid: valid.length,
    wrong,
    errors: errors.slice(0, previewErrors),
    existing: {
      rows: existing.size,
      from: from ? { fileName: from.file_name, createdAt: from.created_at.toISOString() } : null,
    },
    left: await transactionsLeft(tenant),
  };
}

const headerOf = ({ header, rows }: CsvTable) =>
  header.map((name, column) => ({
    name: name.slice(0, maxExample),
    example: firstText(rows, column)?.slice(0, maxExample) ?? '',
  }));

const firstText = (rows: CsvTable['rows'], column: number) =>
  rows.find(({ cells }) => cells[column]?.trim())?.cells[column]?.trim();

const toPreview = ({ image: _image, category, ...input }: TransactionInput) => ({
  ...input,
  amount: fromMinor(input.quantity * toMinor(input.price, null), null),
  category: category || null,
});

/** Returns how many transactions the plan still includes this month; null: unlimited. */
async function transactionsLeft(tenant: TenantReader) {
  const limits = await listUsage(tenant);
  const { used = 0, included = null } = limits.find(({ key }) => key === 'transactions') ?? {};
  return included === null ? null : Math.max(included - used, 0);
}

/** Returns the texts in a column that are not blank. */
const textsIn = ({ rows }: CsvTable, column: number | null) =>
  column === null ? [] : rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);

/**
 * Returns the option that reads most texts; null if several do and read them differently. Of options that read the
 * same, the first.
 */
function onlyReading<O>(options: readonly O[], readings: (option: O) => readonly unknown[]) {
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
}

const exportedHeaders = [undefined, ...locales].map((language) => ({
  names: csvHeader({ list: transactionList, table: 'transactions' }, language).join('\n'),
  format: csvFormatOf(language),
}));

/** Returns the format of a file that we exported; undefined for any other. */
const exportedFormat = ({ header }: CsvTable) =>
  exportedHeaders.find(({ names }) => names === header.join('\n'))?.format;

/** Suggests the format that reads most dates; null if several read them as different days (R-IMP-03). */
function suggestDateFormat(table: CsvTable, { date: column }: ImportColumns): CsvDateFormat | null {
  const texts = textsIn(table, column);
  const read = (format: CsvDateFormat) => texts.map((text) => parseImportDate(text, format));
  const exported = exportedFormat(table)?.dateFormat;
  return exported && !read(exported).includes(null) ? exported : onlyReading(csvDateFormats, read);
}

/**
 * Suggests the mark that reads most prices and quantities; where either does, by the separator. Returns null if both read
 * them differently, and if nothing but groups like `1.000` shows the mark, unless the separator or the language confirms
 * that they are thousands (R-IMP-03).
 */
function suggestDecimalMark(
  table: CsvTable,
  columns: ImportColumns,
  locale: Locale,
): DecimalMark | null {
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
}

const valueIf = (test: (value: number) => boolean, value: number | null) =>
  value !== null && test(value) ? value : null;
