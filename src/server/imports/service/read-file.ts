import { parse, type CsvError } from 'csv-parse/sync';
import { Failure } from '#contract/errors.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';
import { maxImportColumns, maxImportRows } from '#contract/imports/limits.ts';

type Separator = ImportPreview['separator'];
const separators: readonly Separator[] = [',', ';', '\t'];

/** Rows that are read, blank ones included: spreadsheets leave many of those below the data. */
const maxRecords = 2 * maxImportRows;

export type CsvRow = {
  /** Row in a spreadsheet: 1 is the header. */
  line: number;
  cells: readonly string[];
};
export type CsvTable = { separator: Separator; header: readonly string[]; rows: readonly CsvRow[] };

/**
 * Reads a CSV file in base64; its separator is the one that gives the header most columns. Blank rows are left out.
 * Throws `import.encoding`, `import.malformed`, `import.empty` or `import.tooManyRows` (R-IMP-02).
 */
export const readCsv = (content: string): CsvTable => {
  const text = decodeText(content);
  const separator = separatorOf(text);
  const records = parseRecords(text, separator, maxRecords);
  const [header, ...rows] = records
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > maxImportRows || records.length >= maxRecords) {
    throw new Failure('import.tooManyRows', { params: { max: maxImportRows } });
  }
  if (!header || rows.length === 0) throw new Failure('import.empty');
  if (header.cells.length > maxImportColumns) {
    throw new Failure('import.malformed', { params: { line: header.line } });
  }
  return { separator, header: header.cells.map((name) => name.trim()), rows };
};

const decodeText = (content: string) => {
  try {
    // Leaves out a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(content, 'base64'));
  } catch {
    throw new Failure('import.encoding');
  }
};

const separatorOf = (text: string) => {
  const columns = (separator: Separator) => headerOf(text, separator).length;
  return separators.toSorted((a, b) => columns(b) - columns(a))[0] ?? ',';
};

/** Returns the first row that is not blank, among the first few; no columns if it can't be read. */
const headerOf = (text: string, separator: Separator) => {
  try {
    const records = parseRecords(text, separator, 20);
    return records.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
  } catch {
    return [];
  }
};

const parseRecords = (text: string, delimiter: Separator, to: number): string[][] => {
  try {
    return parse(text, {
      delimiter,
      to,
      record_delimiter: ['\r\n', '\n', '\r'],
      // Rows may have fewer or more cells than the header, and a quotation mark within a cell is text.
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 50_000,
    });
  } catch (error) {
    // An open quotation mark is noticed at the end of the file; the record that has it is the one after the complete ones.
    const { records = 0 } = error as CsvError & { records?: number };
    throw new Failure('import.malformed', { params: { line: records + 1 } });
  }
};
