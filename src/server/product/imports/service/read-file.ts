import { Failure } from '#contract/errors.ts';
import { importSeparators, type ImportPreview } from '#contract/imports/imports.ts';
import { maxImportRows } from '#contract/imports/limits.ts';
import { countNamed } from './column-names.ts';
import { csvRows, type Separator } from './parse-csv.ts';

/** Rows in which the header is looked for: below a title, a name and a period. */
const maxTitleRows = 30;
/** Columns by whose names a row below others is recognized as the header. */
const namedColumns = 3;

export type CsvRow = {
  /** Row in a spreadsheet, from 1. */
  line: number;
  cells: readonly string[];
};
export type CsvTable = Pick<ImportPreview, 'encoding' | 'separator' | 'headerLine'> & {
  header: readonly string[];
  rows: readonly CsvRow[];
};

/**
 * Reads a CSV file in base64. Its header is the first row that names three columns, otherwise the first one; its
 * separator the one that Excel's line `sep=` names, or that gives the header most of them. Blank rows are left out. Throws
 * `import.empty`, `import.encoding`, `import.malformed`, `import.tooManyRows` or `import.tooManyCells`.
 */
export function readCsv(content: string): CsvTable {
  const { text: whole, encoding } = decodeText(content);
  const { text, named } = cutSeparatorLine(whole);
  const best = (named ? [named] : importSeparators)
    .map((separator) => findHeader(text, separator))
    .toSorted((a, b) => b.names - a.names || b.columns - a.columns)[0];
  const { separator, at } = best ?? { separator: ',', at: 0 };
  const [header, ...rows] = [...filledRows(text, separator)].slice(at);
  if (rows.length > maxImportRows) {
    throw new Failure('import.tooManyRows', { params: { max: maxImportRows } });
  }
  if (!header || rows.length === 0) throw new Failure('import.empty');
  return {
    encoding,
    separator,
    headerLine: header.line,
    header: header.cells.map((name) => name.trim()),
    rows,
  };
}

const separatorLine = /^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n)/i;

/** Returns the text without the line by which Excel names the separator: a spreadsheet doesn't show it. */
function cutSeparatorLine(text: string) {
  const [line = '', given] = separatorLine.exec(text) ?? [];
  const named = importSeparators.find((separator) => separator === given);
  return { text: text.slice(line.length), named };
}

/** Yields the rows that are not blank. */
function* filledRows(text: string, separator: Separator): Generator<CsvRow> {
  let line = 0;
  for (const cells of csvRows(text, separator)) {
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
  }
}

/** Returns which of the first rows is the header with this separator, and how many columns it has and names. */
function findHeader(text: string, separator: Separator) {
  const first = firstRows(text, separator);
  const found = first.findIndex(({ cells }) => countNamed(cells) >= namedColumns);
  const at = Math.max(found, 0);
  const cells = first[at]?.cells ?? [];
  return { separator, at, columns: cells.length, names: found < 0 ? 0 : countNamed(cells) };
}

/** Returns the first rows, up to one that can't be read. */
function firstRows(text: string, separator: Separator) {
  const rows: CsvRow[] = [];
  try {
    for (const row of filledRows(text, separator)) {
      rows.push(row);
      if (rows.length === maxTitleRows) break;
    }
  } catch {
    // Reading all rows tells what is wrong.
  }
  return rows;
}

type Encoding = ImportPreview['encoding'];

/** Bytes at the beginning of a file that show whether it has two bytes for each character. */
const sampleLength = 1_000;

/**
 * Decodes the text of a file: by its byte order mark, as UTF-16 where every second byte of Latin text is 0, as UTF-8, and
 * otherwise as Windows-1252, in which Excel saves CSV files. Throws `import.encoding` for a file that is no text.
 */
function decodeText(content: string): { text: string; encoding: Encoding } {
  const bytes = Buffer.from(content, 'base64');
  const encoding = encodingOf(bytes);
  const text = decodeAs(bytes, encoding);
  if (text === null || (encoding === 'windows-1252' && controlCharacters.test(text))) {
    throw new Failure('import.encoding');
  }
  return { text, encoding };
}

/** Characters that pictures, archives and programs have, read as Windows-1252. */
const controlCharacters = /(?![\t\n\v\f\r])\p{Cc}/u;

function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleLength);
  const zeros = [0, 1].map((rest) => sample.filter((byte, at) => byte === 0 && at % 2 === rest));
  const [even = 0, odd = 0] = zeros.map(({ length }) => length / sample.length);
  if (odd > 0.25 && even < 0.05) return 'utf-16le';
  if (even > 0.25 && odd < 0.05) return 'utf-16be';
  return decodeAs(bytes, 'utf-8') === null && !isMostlyUtf8(bytes) ? 'windows-1252' : 'utf-8';
}

/** Decodes without the byte order mark; null: the bytes are invalid in the encoding. */
function decodeAs(bytes: Buffer, encoding: Encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns true for UTF-8 with some broken characters: as Windows-1252, all the others would be wrong. */
function isMostlyUtf8(bytes: Buffer) {
  const text = bytes.toString('utf8');
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const others = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return others > broken;
}
