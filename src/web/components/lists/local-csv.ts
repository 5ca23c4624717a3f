import { csvDate, type CsvLanguage } from '#contract/lists/csv.ts';
import { writeCsv, type CsvColumn } from './csv.ts';
import type { FilterField } from './filters.ts';
import type { LocalValues } from './local-rows.ts';
import type { ListColumn, ListState } from './use-list-state.ts';

/** Returns the rows that a complete list shows as CSV: its columns in their order, with names of choices. */
export const localCsv = <Row>(
  rows: readonly Row[],
  { shown, filters }: Pick<ListState<Row>, 'shown' | 'filters'>,
  { values, language }: { values: LocalValues<Row>; language: CsvLanguage },
) =>
  writeCsv(
    rows,
    shown
      .flatMap((column) => column.csv ?? [csvColumn(column, filters, values)])
      .map(({ header, value }) => ({
        header,
        value: (row) => {
          const cell = value(row);
          return typeof cell === 'string' ? csvDate(toLocalTime(cell), language) : cell;
        },
      })),
    language,
  );

/** Returns an instant in the time zone of the browser, as screens show it; any other text as it is. */
function toLocalTime(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return text;
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
}

function csvColumn<Row>(
  { key, header, render }: ListColumn<Row>,
  filters: readonly FilterField[],
  values: LocalValues<Row>,
): CsvColumn<Row> {
  const read = values[key];
  const filter = filters.find((one) => one.key === key);
  const choices = filter?.kind === 'choice' ? filter.choices : [];
  const nameOf = (value: string | number | boolean) =>
    choices.find((choice) => choice.value === String(value))?.label ?? value;
  return {
    header,
    value: (row) => {
      const value = read ? read(row) : render(row);
      if (Array.isArray(value)) return value.map(nameOf).join(', ');
      if (typeof value === 'boolean') return String(nameOf(value));
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      const name = nameOf(value);
      return typeof name === 'boolean' ? String(name) : name;
    },
  };
}
