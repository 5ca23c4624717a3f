import { useLocale } from '#web/components/use-formats.ts';
import type { FilterField } from './filters.ts';
import { localRows, type LocalValues } from './local-rows.ts';
import { useListState, type ListColumn } from './use-list-state.ts';

interface Declaration<Row> {
  columns: readonly ListColumn<Row>[];
  filters?: readonly FilterField[];
  /** Values that are searched, filtered and sorted by; a column with one sorts the list. */
  values: LocalValues<Row>;
}

const unsorted = { key: '', descending: false };

/** Returns the state of a list that is loaded completely, and the rows that it leaves. */
export function useLocalList<Row>(
  rows: readonly Row[] | undefined,
  { columns, filters = [], values }: Declaration<Row>,
) {
  const locale = useLocale();
  const state = useListState({
    columns: columns.map((column) => ({ ...column, sortable: column.key in values })),
    filters,
    sorting: unsorted,
  });
  return { state, rows: rows && localRows(rows, state, { values, locale }) };
}

/** Returns a filter by one of a few values of a row. */
export const choiceFilter = <V extends string | number>(
  key: string,
  label: string,
  choices: readonly { value: V; label: string }[],
) => ({
  key,
  label,
  params: [key],
  kind: 'choice' as const,
  choices: choices.map((choice) => ({ ...choice, value: String(choice.value) })),
});

/** Returns a filter by a range of days. */
export const dateFilter = (key: string, label: string): FilterField => ({
  key,
  label,
  params: [`${key}From`, `${key}To`],
  kind: 'date',
});
