import { markFormulas, otherSeparators } from '#contract/lists/formulas.ts';

/** Returns CSV files of one list as a single file; each begins with the same line of headers. */
export async function joinCsv(files: readonly Blob[]) {
  const texts = await Promise.all(files.map((file) => file.text()));
  const rows = texts.map((text, index) =>
    index === 0 ? text : text.slice(text.indexOf('\n') + 1),
  );
  // Blob.text() drops the mark by which spreadsheets recognize UTF-8.
  return new Blob(['\u{FEFF}', ...rows], { type: 'text/csv' });
}

/** Column of a CSV file that the browser writes. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => string | number | null | undefined;
}

const cellOf = (value: string | number | null | undefined) => {
  // Our texts have word joiners, which only matter on a page.
  const plain = String(value ?? '').replaceAll('\u2060', '');
  // Numbers may be negative, and are no formulas.
  const text = typeof value === 'string' ? markFormulas(plain) : plain;
  return /[",]/.test(text) || otherSeparators.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns rows as CSV with a line of headers, for spreadsheets and without formulas (R-LST-12). */
export function writeCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]) {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  const text = lines.map((cells) => `${cells.map(cellOf).join(',')}\n`).join('');
  return new Blob(['\u{FEFF}', text], { type: 'text/csv' });
}
