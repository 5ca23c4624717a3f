import { Failure } from '#contract/errors.ts';
import { maxImportRows } from '#contract/imports/limits.ts';
import { csvRows, type Separator } from './parse-csv.ts';

const separators: readonly Separator[] = [',', ';', '\t'];

export type CsvRow = {
  /** Row in a spreadsheet: 1 is the header. */
  line: number;
  cells: readonly string[];
};
export type CsvTable = { separator: Separator; header: readonly string[]; rows: readonly CsvRow[] };

/**
 * Reads a CSV file in base64; its separator is the one that gives the header most columns. Blank rows are left out.
 * Throws `import.encoding`, `import.empty`, or what `csvRows` refuses (R-IMP-02).
 */
export const readCsv = (content: string): CsvTable => {
  const text = decodeText(content);
  const separator = separatorOf(text);
  const [header, ...rows] = [...filledRows(text, separator)];
  if (rows.length > maxImportRows) {
    throw new Failure('import.tooManyRows', { params: { max: maxImportRows } });
  }
  if (!header || rows.length === 0) throw new Failure('import.empty');
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

/** Yields the rows that are not blank. */
function* filledRows(text: string, separator: Separator): Generator<CsvRow> {
  let line = 0;
  for (const cells of csvRows(text, separator)) {
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
  }
}

const separatorOf = (text: string) => {
  const columns = separators.map((separator) => ({ separator, count: columnsOf(text, separator) }));
  return columns.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
};

/** Returns the number of columns of the header; 0 if it can't be read. */
const columnsOf = (text: string, separator: Separator) => {
  try {
    const first = filledRows(text, separator).next();
    return first.done ? 0 : first.value.cells.length;
  } catch {
    return 0;
  }
};
