import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { Page } from '#contract/endpoint.ts';

type Range = { cursor?: string; limit: number };

/**
 * A long list, read page by page, as the server orders them. A page that found nothing yet, of a search that
 * goes on, is followed by the next one.
 */
export const pagedQuery = <Row>(
  queryKey: readonly unknown[],
  ask: (range: Range) => Promise<Page<Row>>,
  limit = 50,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      let page = await ask({ ...pageParam, limit });
      while (page.items.length === 0 && page.next !== null && !signal.aborted) {
        page = await ask({ cursor: page.next, limit });
      }
      return page;
    },
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
    // While other words are searched for, what was found stays on screen.
    placeholderData: keepPreviousData,
  });

/** What was read so far of a {@link pagedQuery}; throws why there is nothing. */
export const rowsOf = <Row>({
  data,
  error,
}: Pick<UseInfiniteQueryResult<InfiniteData<Page<Row>>>, 'data' | 'error'>) => {
  if (error && !data) throw error;
  return data?.pages.flatMap(({ items }) => items);
};
