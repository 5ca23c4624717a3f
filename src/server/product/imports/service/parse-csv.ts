import { Failure } from '#contract/errors.ts';
import type { ImportPreview } from '#contract/imports/imports.ts';
import { maxImportCells, maxImportColumns, maxImportRows } from '#contract/imports/limits.ts';

export type Separator = ImportPreview['separator'];

/** Rows that are read, blank ones included: spreadsheets leave many of those below the data. */
const maxRecords = 2 * maxImportRows;
/** Characters of a row, so that a closing quotation mark that is missing doesn't turn the rest of the file into one cell. */
const maxRecordLength = 50_000;

/** An unquoted cell: everything up to the next separator or line end. */
const plainCells: Record<Separator, RegExp> = {
  ',': /[^,\r\n]*/y,
  ';': /[^;\r\n]*/y,
  '\t': /[^\t\r\n]*/y,
  '|': /[^|\r\n]*/y,
};

function assertBounded(rows: number, cells: number) {
  if (rows > maxRecords)
    throw new Failure('import.tooManyRows', { params: { max: maxImportRows } });
  if (cells > maxImportCells) {
    throw new Failure('import.tooManyCells', { params: { max: maxImportCells } });
  }
}

function malformed(line: number): never {
  throw new Failure('import.malformed', { params: { line } });
}

/**
 * Yields the rows of a CSV text (RFC 4180), which may differ in their number of cells; a quotation mark within a cell is
 * text. Reads each character once and stops at the first row beyond a bound, so that no content takes longer than
 * another. Throws `import.malformed`, after yielding the beginning of a row with too many columns,
 * `import.tooManyRows` or `import.tooManyCells`.
 */
export function* csvRows(text: string, separator: Separator): Generator<string[]> {
  let [at, count] = [0, 0];
  for (let line = 1; at < text.length; line += 1) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      const cell = readCell(text, at, separator) ?? malformed(line);
      cells.push(cell.value);
      at = cell.end;
      if (at - start > maxRecordLength) malformed(line);
      if (text[at] !== separator || cells.length > maxImportColumns) break;
      at += 1;
    }
    yield cells;
    if (cells.length > maxImportColumns) malformed(line);
    count += cells.length;
    assertBounded(line, count);
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

/** Reads the cell at a position; undefined: its quotation mark is not closed within a row. */
function readCell(text: string, start: number, separator: Separator) {
  let at = start;
  if (text[start] === '"') {
    do {
      const closing = text.indexOf('"', at + 1);
      if (closing < 0 || closing - start > maxRecordLength) return undefined;
      at = closing + 1;
    } while (text[at] === '"');
    const next = text[at];
    if (next === undefined || next === separator || next === '\r' || next === '\n') {
      return { value: text.slice(start + 1, at - 1).replaceAll('""', '"'), end: at };
    }
  }
  const plain = plainCells[separator];
  plain.lastIndex = at;
  plain.exec(text);
  return { value: text.slice(start, plain.lastIndex), end: plain.lastIndex };
}
