import { isKnownCode } from '#contract/error-codes.ts';
import type { ImportRowError } from '#contract/imports/imports.ts';
import { previewErrors } from '#contract/imports/limits.ts';
import type { CompleteImportMapping, ImportField } from '#contract/imports/mapping.ts';
import { unmarkFormulas } from '#contract/lists/formulas.ts';
import type { DecimalMark } from '#contract/lists/numerals.ts';
import type { Currency } from '#contract/money.ts';
import { transactionInput, type TransactionInput } from '#contract/transactions.ts';
import {
  currenciesIn,
  currencyOfColumn,
  currencyReader,
  hasThreeDecimals,
  parseImportDate,
  parseImportNumber,
} from '#server/product/imports/rules.ts';
import type { CsvRow, CsvTable } from './read-file.ts';

export type ValidRow = { line: number; input: TransactionInput };
type CheckedRows = { valid: ValidRow[]; wrong: number; errors: ImportRowError[] };

/**
 * Reads the rows by a mapping and checks each like the input of a single transaction, and that none names another currency
 * than the organization's. Returns the valid ones, the number of the wrong ones and the first errors (R-IMP-04, R-IMP-11).
 */
export function checkRows(
  { header, rows }: CsvTable,
  mapping: CompleteImportMapping,
  currency: Currency,
): CheckedRows {
  const foreignFieldOf = foreignFieldIn(header, mapping, currency);
  const checked: CheckedRows = { valid: [], wrong: 0, errors: [] };
  for (const row of rows) {
    const given = valuesOf(row, mapping);
    const foreign = foreignFieldOf(row);
    // Describing an error takes many times as long as noticing it.
    const isListed = checked.errors.length < previewErrors;
    const parsed = isListed || isReadable(given) ? transactionInput.safeParse(given) : null;
    if (parsed?.success && !foreign) {
      checked.valid.push({ line: row.line, input: parsed.data });
    } else {
      checked.wrong += 1;
      if (parsed && isListed)
        checked.errors.push(...errorsOf(row, { mapping, given, parsed, foreign }));
    }
  }
  return checked;
}

/**
 * Returns a function that finds the field of a row that names another currency: its own column, the price, or the name of
 * that column.
 */
function foreignFieldIn(
  header: readonly string[],
  mapping: CompleteImportMapping,
  currency: Currency,
) {
  const isOwn = currencyReader(currency);
  const ofColumn = currencyOfColumn(header[mapping.columns.price] ?? '');
  return (row: CsvRow): ImportField | undefined => {
    const named = textOf(row, mapping, 'currency');
    if (named !== '' && !isOwn(named)) return 'currency';
    const written = [...currenciesIn(textOf(row, mapping, 'price')), ofColumn ?? currency];
    return written.every(isOwn) ? undefined : 'price';
  };
}

function textOf({ cells }: CsvRow, { columns }: CompleteImportMapping, field: ImportField) {
  const column = columns[field];
  return column === null ? '' : (cells[column]?.trim() ?? '');
}

/** Returns what the cells of a row mean; null for a number or date that can't be read. */
function valuesOf(row: CsvRow, mapping: CompleteImportMapping) {
  const { dateFormat, decimalMark } = mapping;
  const of = (field: ImportField) => textOf(row, mapping, field);
  return {
    description: unmarkFormulas(of('description')),
    quantity: parseImportNumber(of('quantity'), decimalMark),
    price: parseImportNumber(of('price'), decimalMark),
    date: parseImportDate(of('date'), dateFormat),
    category: unmarkFormulas(of('category')) || null,
  };
}
type RowValues = ReturnType<typeof valuesOf>;

const isReadable = ({ quantity, price, date }: RowValues) =>
  quantity !== null && price !== null && date !== null;

type RefusedRow = {
  mapping: CompleteImportMapping;
  given: RowValues;
  parsed: ReturnType<typeof transactionInput.safeParse>;
  /** Field that names another currency. */
  foreign: ImportField | undefined;
};

/** Returns one error for each field that is refused. */
function errorsOf(row: CsvRow, { mapping, given, parsed, foreign }: RefusedRow): ImportRowError[] {
  const errors = new Map<ImportField, ImportRowError>();
  if (foreign) errors.set(foreign, { line: row.line, field: foreign, code: 'field.currency' });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as ImportField;
    // One reason for each field.
    if (errors.has(field)) continue;
    const text = textOf(row, mapping, field);
    const code = codeOf({
      field,
      message,
      text,
      value: field === 'currency' ? null : given[field],
      mark: mapping.decimalMark,
    });
    errors.set(field, { line: row.line, field, code });
  }
  return [...errors.values()];
}

type RefusedValue = {
  field: ImportField;
  text: string;
  /** Value that the text was read as; null: it can't be read. */
  value: unknown;
  message: string;
  mark: DecimalMark;
};

/** Returns the code of the reason why a value is refused. */
function codeOf({ field, text, value, message, mark }: RefusedValue) {
  if (text === '') return 'field.required';
  if (value === null && field === 'date') return 'field.date';
  if (value === null && hasThreeDecimals(text, mark)) {
    return field === 'price' ? 'field.twoDecimals' : 'field.integer';
  }
  if (value === null) return 'field.number';
  return isKnownCode(message) ? message : 'field.invalid';
}
