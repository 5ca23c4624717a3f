import { isKnownCode } from '#contract/error-codes.ts';
import type { ImportRowError } from '#contract/imports/imports.ts';
import type { ImportField, ImportMapping } from '#contract/imports/mapping.ts';
import { transactionInput, type TransactionInput } from '#contract/transactions.ts';
import { parseDate, parseNumber, withoutFormulaMark } from '#server/imports/rules.ts';
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
    description: withoutFormulaMark(textOf('description')),
    quantity: parseNumber(textOf('quantity'), decimalMark),
    price: parseNumber(textOf('price'), decimalMark),
    date: parseDate(textOf('date'), dateFormat),
    category: withoutFormulaMark(textOf('category')) || null,
  };
  const parsed = transactionInput.safeParse(given);
  if (parsed.success) return { input: parsed.data, errors: [] };
  const errors = new Map<ImportField, ImportRowError>();
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as ImportField;
    // One reason for each field.
    if (errors.has(field)) continue;
    errors.set(field, { line, field, code: codeOf(field, textOf(field), given[field], message) });
  }
  return { input: null, errors: [...errors.values()] };
};

/** Returns the code of the reason why a value is refused; `value`: what the text means, null if nothing. */
const codeOf = (field: ImportField, text: string, value: unknown, message: string) => {
  if (text === '') return 'field.required';
  if (value === null) return field === 'date' ? 'field.date' : 'field.number';
  return isKnownCode(message) ? message : 'field.invalid';
};
