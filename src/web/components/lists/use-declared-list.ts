import type { ListDeclaration } from '#contract/lists/declaration.ts';
import type { Locale } from '#locales/locales.ts';
import { useTranslation } from '#web/session/translation.ts';
import { labeledFilters, type FilterDeclaration, type FilterLabels } from './declared-filters.ts';
import type { FilterChoice } from './filters.ts';
import { localRows, type LocalValue, type LocalValues } from './local-rows.ts';
import { useListState, type ListColumn, type ListState } from './use-list-state.ts';

type DeclaredOptions<Row, D extends ListDeclaration> = {
  /** Columns, in order; those with the key of an order sort the list. */
  columns: readonly ListColumn<Row>[];
  filters: FilterLabels<D>;
  /** Labels of orders that are no column. */
  sorts?: Readonly<Partial<Record<D['sorts'][number], string>>>;
  /** Order at first, in its declared direction; that of the call without it. */
  firstSort?: D['sorts'][number];
};

/** Returns the state of a list that the server searches, filters and sorts, as the contract declares. */
export function useDeclaredList<Row, const D extends ListDeclaration>(
  list: D,
  { columns, filters, sorts, firstSort = list.sorts[0] }: DeclaredOptions<Row, D>,
) {
  const { t } = useTranslation();
  const isColumn = (key: string) => columns.some((column) => column.key === key);
  const labels: Readonly<Record<string, string | undefined>> = {
    createdAt: t('lists.createdAt'),
    ...sorts,
  };
  return useListState<Row>({
    columns: columns.map((column) => ({ ...column, sortable: list.sorts.includes(column.key) })),
    filters: labeledFilters(list, filters),
    otherSorts: list.sorts
      .filter((key) => !isColumn(key))
      .map((key) => ({ key, header: labels[key] ?? key })),
    sorting: { key: firstSort, descending: list.descending },
  });
}

/** Returns the function that writes the rows that a complete list shows as CSV. */
export const localExport =
  <Row>(rows: readonly Row[], state: ListState<Row>, values: LocalValues<Row>) =>
  async (language: Locale) =>
    (await import('./local-csv.ts')).localCsv(rows, state, { values, language });

type ValueNames<D extends FilterDeclaration> =
  | (D extends { search: readonly (infer N extends string)[] } ? N : never)
  | (D extends { filters: infer S } ? keyof S & string : never)
  | D['sorts'][number];

type LocalOptions<Row, D extends FilterDeclaration> = {
  /** Columns, in order; those with the key of an order sort the list. */
  columns: readonly ListColumn<Row>[];
  filters: FilterLabels<D>;
  /** Values that are searched, filtered and sorted by. */
  values: { readonly [N in ValueNames<D>]: (row: Row) => LocalValue };
  /** Prefix of its parameters in the address, on a page with several lists. */
  scope?: string;
};

const unsorted = { key: '', descending: false };

/** Returns the state of a list that is loaded completely, the rows that it leaves, and these as CSV. */
export function useLocalList<Row, const D extends FilterDeclaration>(
  rows: readonly Row[] | undefined,
  list: D,
  { columns, filters, values, scope }: LocalOptions<Row, D>,
) {
  const { locale } = useTranslation();
  const state = useListState<Row>({
    columns: columns.map((column) => ({ ...column, sortable: list.sorts.includes(column.key) })),
    filters: labeledFilters(list, filters),
    sorting: unsorted,
    ...(scope && { scope }),
  });
  const { search = [] } = list;
  const shown = rows && localRows(rows, state, { values, locale, search });
  return { state, rows: shown, csv: localExport(shown ?? [], state, values) };
}

/** Returns choices of values with labels. */
export const choicesOf = <V extends string | number | boolean>(
  values: readonly V[],
  labelOf: (value: V) => string,
): FilterChoice[] => values.map((value) => ({ value: String(value), label: labelOf(value) }));
