import {
  importDateFormats,
  importFields,
  type ImportColumns,
  type ImportDateFormat,
  type ImportField,
} from '#contract/imports/mapping.ts';
import {
  localeMark,
  otherMark,
  possibleGroup,
  shownMark,
  type DecimalMark,
} from '#contract/numerals.ts';
import { hasTwoDecimals } from '#contract/shapes.ts';
import type { Locale } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';
import { numberIn, parseImportDate, parseImportNumber, plainName } from '#server/imports/rules.ts';
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

/** Suggests the format that reads most dates; null if several read them as different days (R-IMP-03). */
export const suggestDateFormat = (
  table: CsvTable,
  { date: column }: ImportColumns,
): ImportDateFormat | null => {
  const texts = textsIn(table, column);
  return onlyReading(importDateFormats, (format) =>
    texts.map((text) => parseImportDate(text, format)),
  );
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
