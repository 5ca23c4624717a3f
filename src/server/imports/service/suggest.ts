import {
  decimalMarks,
  importDateFormats,
  importFields,
  type DecimalMark,
  type ImportColumns,
  type ImportDateFormat,
  type ImportField,
} from '#contract/imports/mapping.ts';
import { hasTwoDecimals } from '#contract/shapes.ts';
import type { Locale } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';
import { parseImportDate, parseImportNumber, plainName } from '#server/imports/rules.ts';
import type { CsvTable } from './read-file.ts';

/** Other usual names of columns, beside those of our export and of our screens. */
const otherNames: Record<ImportField, readonly string[]> = {
  description: ['descricao do lancamento', 'historico', 'memo', 'details', 'concepto', 'detalle'],
  quantity: ['qtd', 'qtde', 'qty', 'units', 'cant', 'unidades'],
  price: ['unit price', 'preco unitario', 'valor unitario', 'precio unitario', 'preis'],
  date: ['data da transacao', 'transaction date', 'day', 'dia'],
  category: ['tipo', 'type', 'group', 'grupo'],
};

const namesOf = (field: ImportField) =>
  [
    field,
    ...Object.values(allTexts).map(({ transactions }) => transactions.fields[field]),
    ...otherNames[field],
  ].map(plainName);

const knownNames = importFields.map((field) => [field, namesOf(field)] as const);

/** Suggests a column for each field by its name, in any language and as in our own export (R-IMP-03). */
export const suggestColumns = ({ header }: CsvTable): ImportColumns => {
  const names = header.map(plainName);
  const columns = knownNames.map(([field, known]) => {
    const found = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    return [field, found ?? null];
  });
  return Object.fromEntries(columns) as ImportColumns;
};

/** Returns the texts in a column that are not blank. */
const textsIn = ({ rows }: CsvTable, column: number | null) =>
  column === null ? [] : rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);

/** Returns the option that reads most texts; of equal ones the first. */
const best = <O>(options: readonly O[], reads: (option: O) => number) =>
  options.map((option) => ({ option, count: reads(option) })).toSorted((a, b) => b.count - a.count);

/** Suggests the format that reads most dates; where days and months can be either, by the language (R-IMP-03). */
export const suggestDateFormat = (
  table: CsvTable,
  { date: column }: ImportColumns,
  locale: Locale,
): ImportDateFormat => {
  const texts = textsIn(table, column);
  const options = importDateFormats.toSorted(
    (a, b) => Number(b === usualFormat(locale)) - Number(a === usualFormat(locale)),
  );
  const [first] = best(options, (format) => {
    return texts.filter((text) => parseImportDate(text, format) !== null).length;
  });
  return first?.option ?? 'iso';
};

const usualFormat = (locale: Locale): ImportDateFormat =>
  locale === 'en-US' ? 'monthFirst' : 'dayFirst';

/** Suggests the mark that reads most prices and quantities; where either does, by the separator (R-IMP-03). */
export const suggestDecimalMark = (table: CsvTable, columns: ImportColumns): DecimalMark => {
  const prices = textsIn(table, columns.price);
  const quantities = textsIn(table, columns.quantity);
  // Spreadsheets separate columns by semicolons where the comma is the decimal mark.
  const options = table.separator === ';' ? decimalMarks.toReversed() : decimalMarks;
  const [first] = best(options, (mark) => {
    const read = prices.filter((text) => hasTwoDecimals(parseImportNumber(text, mark) ?? NaN));
    return read.length + quantities.filter((text) => isWhole(text, mark)).length;
  });
  return first?.option ?? 'point';
};

const isWhole = (text: string, mark: DecimalMark) =>
  Number.isInteger(parseImportNumber(text, mark));
