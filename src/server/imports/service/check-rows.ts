import { isKnownCode } from '#contract/error-codes.ts';
import type { ImportRowError } from '#contract/imports/imports.ts';
import type { ImportField, ImportMapping } from '#contract/imports/mapping.ts';
import { unmarkFormulas } from '#contract/lists/formulas.ts';
import { transactionInput, type TransactionInput } from '#contract/transactions.ts';
import { parseImportDate, parseImportNumber } from '#server/imports/rules.ts';
import type { CsvRow, CsvTable } from './read-file.ts';

type ValidRow = { line: number; input: TransactionInput };
type CheckedRows = { valid: ValidRow[]; wrong: number; errors: ImportRowError[] };

/**
 * Reads the rows by a mapping and checks each like the input of a single transaction. Returns the valid ones, the number
 * of the wrong ones and all errors (R-IMP-04).
 */
export const checkRows = ({ rows }: CsvTable, mapping: ImportMapping): CheckedRows => {
  const checked: CheckedRows = { valid: [], wrong: 0, errors: [] };
  for (const row of rows) {
    const read = readRow(row, mapping);
    if (read.input) {
      checked.valid.push({ line: row.line, input: read.input });
    } else {
      checked.wrong += 1;
      checked.errors.push(...read.errors);
    }
  }
  return checked;
};

const readRow = ({ line, cells }: CsvRow, { columns, dateFormat, decimalMark }: ImportMapping) => {
  const textOf = (field: ImportField) => {
    const column = columns[field];
    return column === null ? '' : (cells[column]?.trim() ?? '');
  };
  const given = {
    description: unmarkFormulas(textOf('description')),
    quantity: parseImportNumber(textOf('quantity'), decimalMark),
    price: parseImportNumber(textOf('price'), decimalMark),
    date: parseImportDate(textOf('date'), dateFormat),
    category: unmarkFormulas(textOf('category')) || null,
  };
  const parsed = transactionInput.safeParse(given);
  if (parsed.success) return { input: parsed.data, errors: [] };
  const errors = new Map<ImportField, ImportRowError>();
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as ImportField;
    // One reason for each field.
    if (errors.has(field)) continue;
    errors.set(field, {
      line,
      field,
      code: codeOf({ field, message, text: textOf(field), value: given[field] }),
    });
  }
  return { input: null, errors: [...errors.values()] };
};

type RefusedValue = {
  field: ImportField;
  text: string;
  /** Value that the text was read as; null: it can't be read. */
  value: unknown;
  message: string;
};

/** Returns the code of the reason why a value is refused. */
const codeOf = ({ field, text, value, message }: RefusedValue) => {
  if (text === '') return 'field.required';
  if (value === null) return field === 'date' ? 'field.date' : 'field.number';
  return isKnownCode(message) ? message : 'field.invalid';
};
