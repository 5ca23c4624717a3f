import { csvBeginning, csvLine, type CsvLanguage } from '#contract/lists/csv.ts';

/** Returns CSV files of one list as a single file; each begins with the same line of headers. */
export async function joinCsv(files: readonly Blob[]) {
  const texts = await Promise.all(files.map((file) => file.text()));
  const rows = texts.map((text, index) =>
    index === 0 ? text : text.slice(text.indexOf('\n') + 1),
  );
  // Blob.text() drops the mark by which spreadsheets recognize UTF-8.
  return new Blob([csvBeginning, ...rows], { type: 'text/csv' });
}

/** Column of a CSV file that the browser writes. */
export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | null | undefined;
};

/** Returns rows as CSV with a line of headers, for spreadsheets in a language (R-LST-12). */
export function writeCsv<Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
  language: CsvLanguage,
) {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  // Our texts have word joiners, which only matter on a page.
  const text = lines.map((cells) => csvLine(cells, language)).join('');
  return new Blob([csvBeginning, text.replaceAll('\u2060', '')], { type: 'text/csv' });
}
