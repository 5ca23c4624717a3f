import { useSearchParams } from 'react-router';
import type { DataColumn, Sorting } from '#web/ui/data-table/table-head.tsx';
import type { CsvColumn } from './csv.ts';
import {
  activeFilters,
  filterQuery,
  writeFilter,
  type ActiveFilter,
  type FilterQuery,
  type FilterField,
} from './filters.ts';

/** Column of a list. */
export type ListColumn<Row> = {
  /** Hidden until it is chosen. */
  isExtra?: boolean;
  /** Columns of its CSV, if it is not what `render` returns or the list sorts by. */
  csv?: readonly CsvColumn<Row>[];
} & DataColumn<Row>;

/** Declaration of a list. */
type Declaration<Row> = {
  columns: readonly ListColumn<Row>[];
  filters: readonly FilterField[];
  /** Orders by what is no column. */
  otherSorts?: readonly SortOption[];
  /** Order without a choice. */
  sorting: Sorting;
  /** Prefix of the parameters, on a page with several lists; only of a list that the browser filters. */
  scope?: string;
};

/** Order of a list, with its label. */
type SortOption = { key: string; header: string };

/** Parameters of a list that are not filters. */
const stateParams = ['search', 'sort', 'descending', 'columns'];

export type ListState<Row> = {
  search: string;
  setSearch: (search: string) => void;
  filters: readonly FilterField[];
  active: readonly ActiveFilter[];
  setFilter: (filter: FilterField, values: readonly string[]) => void;
  /** True with a search or a filter. */
  isFiltered: boolean;
  clearFilters: () => void;
  sorting: Sorting;
  /** Every order, and whether all of them are headers of columns. */
  sorts: readonly SortOption[];
  hasOtherSorts: boolean;
  /** Sorts by a column, or reverses its order. */
  sortBy: (key: string) => void;
  columns: readonly ListColumn<Row>[];
  /** Columns that are shown. */
  shown: readonly ListColumn<Row>[];
  /** Shows the columns with these keys; null shows those of the declaration. */
  setShown: (keys: readonly string[] | null) => void;
  /** Search and filters for a call. */
  filterQuery: FilterQuery;
  /** Search, filters and order for a call. */
  query: FilterQuery & { sort: string; descending: 'true' | 'false' };
  /** This state as a query of the address; its order is always the same. */
  address: string;
  /** Returns the link to another state, which keeps the other parameters of the page. */
  linkTo: (address: string) => string;
};

/** Keeps search, filters, order and columns of a list in the address, so that it can be shared. */
export function useListState<Row>(declared: Declaration<Row>): ListState<Row> {
  const { columns, scope } = declared;
  const named = (name: string) => (scope ? `${scope}.${name}` : name);
  const filters = declared.filters.map((filter) => ({
    ...filter,
    params: filter.params.map(named),
  }));
  const [params, setParams] = useSearchParams();
  const change = (edit: (params: URLSearchParams) => void, replace = false) =>
    setParams(
      (before) => {
        edit(before);
        return before;
      },
      { replace, preventScrollReset: true },
    );
  const set = (name: string, value: string) => (params: URLSearchParams) => {
    if (value) params.set(named(name), value);
    else params.delete(named(name));
  };
  const search = params.get(named('search')) ?? '';
  const active = activeFilters(params, filters);
  const otherSorts = declared.otherSorts ?? [];
  const sorts = [...columns.filter(({ sortable }) => sortable), ...otherSorts];
  const sorting = sortingIn(params, sorts, named) ?? declared.sorting;
  const chosen = params.get(named('columns'))?.split(',');
  const shown = columns.filter(({ key, isExtra }, index) =>
    chosen ? index === 0 || chosen.includes(key) : !isExtra,
  );
  const own = new Set([...stateParams.map(named), ...filters.flatMap((filter) => filter.params)]);
  const filtered = { ...(search && { search }), ...filterQuery(active) };
  return {
    search,
    setSearch: (search) => change(set('search', search), true),
    filters,
    active,
    setFilter: (filter, values) => change((params) => writeFilter(params, filter, values)),
    isFiltered: search !== '' || active.length > 0,
    clearFilters: () =>
      change((params) => {
        params.delete(named('search'));
        for (const filter of filters) writeFilter(params, filter, []);
      }),
    sorting,
    sorts,
    hasOtherSorts: otherSorts.length > 0,
    sortBy: (key) =>
      change((params) => {
        params.set(named('sort'), key);
        params.set(named('descending'), String(sorting.key === key && !sorting.descending));
      }),
    columns,
    shown,
    setShown: (keys) => change(set('columns', keys?.join(',') ?? '')),
    filterQuery: filtered,
    query: { ...filtered, sort: sorting.key, descending: sorting.descending ? 'true' : 'false' },
    address: queryOf(params, (name) => own.has(name)),
    linkTo: linkAmong(queryOf(params, (name) => !own.has(name))),
  };
}

/** Returns the order in an address; undefined if the list has no such order. */
function sortingIn(
  params: URLSearchParams,
  sorts: readonly SortOption[],
  named: (name: string) => string,
): Sorting | undefined {
  const known = sorts.find(({ key }) => key === params.get(named('sort')));
  return known && { key: known.key, descending: params.get(named('descending')) === 'true' };
}

/** Returns the link to a state of a list beside the other parameters of the page. */
const linkAmong = (others: string) => (address: string) =>
  `?${[others, address].filter(Boolean).join('&')}`;

/** Returns some parameters of an address as a query in alphabetical order. */
function queryOf(params: URLSearchParams, isIncluded: (name: string) => boolean) {
  const included = new URLSearchParams([...params].filter(([name]) => isIncluded(name)));
  included.sort();
  return included.toString();
}
