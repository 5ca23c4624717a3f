import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { Page } from '#contract/endpoint.ts';
import type { Locale } from '#locales/locales.ts';

type PageRange = { cursor?: string; limit: number };

/**
 * Queries a long list page by page, in the server's order. An empty page with a cursor, of a search
 * that is not finished, is followed by the next one.
 */
export const pagedQuery = <Row>(
  queryKey: readonly unknown[],
  fetchPage: (range: PageRange) => Promise<Page<Row>>,
  limit = 50,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      let page = await fetchPage({ ...pageParam, limit });
      while (page.items.length === 0 && page.next !== null && !signal.aborted) {
        page = await fetchPage({ cursor: page.next, limit });
      }
      return page;
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
    // Keeps the former results while a new search loads.
    placeholderData: keepPreviousData,
  });

type PagedResult<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
  'data' | 'error' | 'isPlaceholderData'
>;

/**
 * Returns the rows of a {@link pagedQuery} so far; throws the error if there are none. While another query
 * loads, its rows are the former ones, unless there were none.
 */
export function loadedRows<Row>({ data, error, isPlaceholderData }: PagedResult<Row>) {
  if (error && !data) throw error;
  const rows = data?.pages.flatMap(({ items }) => items);
  return isPlaceholderData && rows?.length === 0 ? undefined : rows;
}

type ListQuery = Readonly<Record<string, string | string[] | number | undefined>>;

/** Call on a list. As the type of a method, it accepts calls that name their parameters. */
type ListCall<Row> = { call(given: { query: ListQuery }): Promise<Page<Row>> }['call'];

/** Queries a list with search, filters and order, whose names are those of the call's query. */
export const listQuery = <Row>(
  queryKey: readonly unknown[],
  query: ListQuery,
  call: ListCall<Row>,
) => pagedQuery([...queryKey, query], (range) => call({ query: { ...query, ...range } }));

/** Call that exports a list. As the type of a method, it accepts calls that name their parameters. */
type ExportCall = { call(given: { query: ListQuery }): Promise<Blob> }['call'];

/** Returns a function that exports a list with the search, filters and order of its page. */
export const exportList = (query: ListQuery, call: ExportCall) => (language: Locale) =>
  call({ query: { ...query, language } });
