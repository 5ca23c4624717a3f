import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FailureNote } from './list-buttons.tsx';

export type PaginatedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Loads the next page of a list before its end is reached; the button remains for a failure. */
export function LoadMore({ list }: { list: PaginatedQuery }) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: failed, fetchNextPage } = list;
  const isReady = hasNextPage && !isFetchingNextPage && !failed;
  const observe = (end: HTMLElement | null) => {
    if (!isReady || !end) return undefined;
    // Two screens ahead, so that scrolling rarely waits.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '0px 0px 200% 0px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  };
  return (
    hasNextPage && (
      <div ref={observe} className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
        <FailureNote text={failed && t('common.failure.more')} />
        <Button variant="white" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(failed ? 'common.action.retry' : 'common.action.loadMore')}
        </Button>
      </div>
    )
  );
}
