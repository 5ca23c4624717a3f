import type { FileResponse, Page } from '#contract/endpoint.ts';
import {
  csvBeginning,
  csvDate,
  csvLine,
  type CsvCell,
  type CsvLanguage,
} from '#contract/lists/csv.ts';
import type { ListDeclaration } from '#contract/lists/declaration.ts';
import { translate, translateIfKey } from '#locales/translate.ts';
import type { ListSource } from './select.ts';

/** Rows of an export that are in memory at the same time. */
const limit = 1_000;

type ReadPage = (page: { cursor: string | undefined; limit: number }) => Promise<Page<object>>;
type ListedTable = Pick<ListSource, 'list' | 'table'>;

/** Returns a list as CSV, read page by page, so that memory use does not depend on its length. */
export const csvFile = (source: ListedTable, language: CsvLanguage, read: ReadPage): FileResponse =>
  csvOf({
    name: source.table.replaceAll('_', '-'),
    columns: columnsOf(source.list),
    header: csvHeader(source, language),
    language,
    rows: readRows(read, (name, value) => {
      // Spreadsheets and banks write codes of currencies in capitals.
      if (name === 'currency') return String(value).toUpperCase();
      const isDate = name === 'createdAt' || source.list.fields[name]?.kind === 'Date';
      return isDate ? csvDate(String(value), language) : value;
    }),
  });

/**
 * Returns the header of an exported list: names of fields for programs, and labels for people, by which an import
 * recognizes their language.
 */
export function csvHeader({ list, table }: ListedTable, language: CsvLanguage) {
  const columns = columnsOf(list);
  if (!language) return columns;
  const group = table.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return columns.map((name) => {
    if (name === 'createdAt') return `${translate(language, 'lists.createdAt')} (UTC)`;
    const key = `${group}.fields.${name}`;
    const label = translateIfKey(language, key);
    return label === key ? name : label;
  });
}

type CsvContent = {
  name: string;
  columns: readonly string[];
  /** Labels of the columns; by default their names. */
  header?: readonly string[];
  language?: CsvLanguage;
  rows: AsyncIterable<object>;
};

/** Characters that are written at once. */
const chunkLength = 64 * 1024;

/** Returns rows as a CSV file with these columns, for spreadsheets in a language or for programs. */
export function csvOf({ name, columns, header = columns, language, rows }: CsvContent) {
  async function* content() {
    let chunk = csvBeginning + csvLine(header, language);
    for await (const row of rows) {
      const cells = row as Readonly<Record<string, CsvCell>>;
      chunk += csvLine(
        columns.map((column) => cells[column]),
        language,
      );
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  return {
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    content: content(),
  } satisfies FileResponse;
}

const columnsOf = ({ fields, exported = [] }: ListDeclaration) => [
  'id',
  ...Object.keys(fields).filter((name) => fields[name]?.kind !== 'Image'),
  ...exported,
  'createdAt',
];

async function* readRows(read: ReadPage, toCell: (name: string, value: unknown) => unknown) {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit });
    for (const item of page.items) {
      yield Object.fromEntries(
        Object.entries(item).map(([name, value]) => [name, toCell(name, value)]),
      );
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
