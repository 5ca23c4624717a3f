import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { ListDeclaration } from '#contract/lists/declaration.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { localRows } from '#web/components/lists/local-rows.ts';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { localExport } from '#web/components/lists/use-declared-list.ts';
import { useListState, type ListState } from '#web/components/lists/use-list-state.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { EntityQueries, EntityTexts } from './entity-queries.ts';
import { declaredFilters, fieldFilters, type FilterSuggestions } from './list-filters.ts';
import { entityColumns, type EditedCell } from './table.tsx';

/** List of an entity. */
export type EntityListConfig<F extends FieldDefinitions, Row, Input> = {
  source: EntityQueries<Row, Input>;
  fields: F;
  /** Search, filters, orders and sums of the server. Without it, the list is complete and the browser has them. */
  list?: ListDeclaration;
  /** Columns to show, in order; the other fields can be added. All fields by default. */
  columns?: readonly (keyof F & keyof Row & string)[];
  texts: EntityTexts<keyof F & string>;
  /** Values that filters and changes of several records suggest, by field. */
  suggestions?: FilterSuggestions;
  /** Fields that are edited in their cells. */
  cells?: readonly (keyof F & string)[];
};

/** Returns the state of an entity's list, its query, the rows to show and their totals. */
export function useEntityList<F extends FieldDefinitions, Row extends object, Input>(
  config: EntityListConfig<F, Row, Input>,
  onEdit: (cell: EditedCell<Row>) => void,
) {
  const { source, fields, list, columns, texts, suggestions = {}, cells = [] } = config;
  const { t } = useTranslation();
  const headers: Readonly<Record<string, string>> = texts.fields;
  const state = useListState({
    columns: entityColumns<F, Row>({
      fields,
      columns,
      headers: texts.fields,
      sorts: list?.sorts ?? Object.keys(fields),
      editable: cells,
      onEdit,
    }),
    filters: list
      ? declaredFilters(list, { t, headers, suggestions })
      : fieldFilters(fields, { t, headers }),
    ...(list?.sorts.includes('createdAt') && {
      otherSorts: [{ key: 'createdAt', header: t('lists.createdAt') }],
    }),
    sorting: { key: list?.sorts[0] ?? '', descending: list?.descending ?? false },
  });
  const query = useInfiniteQuery(source.list(list ? state.query : {}));
  const rows = useShownRows(loadedRows(query), state, list === undefined);
  const totals = useTotals(config, state);
  return {
    state,
    query,
    rows,
    /** Writes a complete list as CSV; the server exports others. */
    csv: list ? undefined : localExport(rows ?? [], state, fieldValues(state)),
    totals: list ? totals : rows && { count: rows.length, sums: [] },
  };
}

/** Returns the rows to show: of a complete list, those that search and filters leave, in order. */
function useShownRows<Row extends object>(
  rows: readonly Row[] | undefined,
  state: ListState<Row>,
  isComplete: boolean,
) {
  const { locale } = useTranslation();
  if (!isComplete || !rows) return rows;
  const values = fieldValues(state);
  return localRows(rows, state, { values, locale, search: Object.keys(values) });
}

/** Returns the fields of a complete list by the keys of its columns. */
const fieldValues = <Row extends object>({ columns }: ListState<Row>) =>
  Object.fromEntries(
    columns.map(({ key }) => [key, (row: Row) => row[key as keyof Row] as string]),
  );

/** Returns number and sums of the records that search and filters leave. */
function useTotals<F extends FieldDefinitions, Row, Input>(
  { source, fields, list, texts }: EntityListConfig<F, Row, Input>,
  state: ListState<Row>,
) {
  const { number } = useFormats();
  const { amount } = useAmounts();
  const { getTotals } = source.calls;
  const query = useQuery({
    queryKey: tenantQueryKey(source.name, 'totals', state.filterQuery),
    queryFn: () => getTotals?.({ query: state.filterQuery }) ?? null,
    enabled: Boolean(list && getTotals),
    placeholderData: (before) => before,
  });
  if (!query.data) return undefined;
  const { count, isPartial, sums } = query.data;
  return {
    count,
    isPartial,
    sums: (list?.totals ?? []).map((name) => {
      const sum = sums?.[name] ?? 0;
      const value = fields[name]?.kind === 'Money' ? amount(sum) : number(sum);
      return { label: texts.fields[name as keyof F & string], value };
    }),
  };
}
