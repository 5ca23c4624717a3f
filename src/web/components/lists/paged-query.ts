import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { Page } from '#contract/endpoint.ts';

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

/** Returns the rows of a {@link pagedQuery} so far; throws the error if there are none. */
export const loadedRows = <Row>({
  data,
  error,
}: Pick<UseInfiniteQueryResult<InfiniteData<Page<Row>>>, 'data' | 'error'>) => {
  if (error && !data) throw error;
  return data?.pages.flatMap(({ items }) => items);
};
