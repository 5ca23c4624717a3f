import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FileResponse, Page } from '#contract/endpoint.ts';
import { markFormulas, otherSeparators } from '#contract/lists/formulas.ts';
import type { ListSource } from './select.ts';

/** Rows of an export that are in memory at the same time. */
const limit = 1_000;

type ReadPage = (page: { cursor: string | undefined; limit: number }) => Promise<Page<object>>;

/** Returns a list as CSV, read page by page, so that memory use does not depend on its length. */
export const csvFile = ({ list, table }: ListSource, read: ReadPage): FileResponse =>
  csvOf({
    name: table.replaceAll('_', '-'),
    columns: ['id', ...shownFields(list), 'createdAt'],
    rows: Readable.from(readRows(read)),
  });

type CsvContent = { name: string; columns: readonly string[]; rows: Readable };

/** Returns rows as a CSV file with these columns, for spreadsheets. */
export const csvOf = ({ name, columns, rows }: CsvContent) =>
  ({
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    content: rows.compose(
      stringify({
        header: true,
        columns,
        bom: true,
        quoted_match: otherSeparators,
        // Numbers may be negative, and are no formulas.
        cast: { string: markFormulas },
      }),
    ),
  }) satisfies FileResponse;

const shownFields = ({ fields }: ListSource['list']) =>
  Object.keys(fields).filter((name) => fields[name]?.kind !== 'Image');

async function* readRows(read: ReadPage) {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit });
    yield* page.items;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
