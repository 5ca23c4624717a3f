import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

type RefetchedQuery = Pick<UseQueryResult, 'isRefetching' | 'isRefetchError' | 'refetch'>;

/** Refetches a list; says so when that failed and the earlier data is still shown. */
export function ReloadButton({ list }: { list: RefetchedQuery }) {
  const { t } = useTranslation();
  const failed = list.isRefetchError;
  return (
    <>
      <FailureNote text={failed && t('common.failure.refresh')} />
      <Button variant="white" loading={list.isRefetching} onClick={() => void list.refetch()}>
        <RotateCw aria-hidden className="size-4" />
        {t(failed ? 'common.action.retry' : 'common.action.reload')}
      </Button>
    </>
  );
}

function FailureNote({ text }: { text: string | false }) {
  return (
    <p role="alert" className="self-center text-sm text-danger-ink empty:hidden">
      {text}
    </p>
  );
}

type PaginatedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** Loads the next page of a list. */
export function LoadMore({ list }: { list: PaginatedQuery }) {
  const { t } = useTranslation();
  const failed = list.isFetchNextPageError;
  return (
    list.hasNextPage && (
      <div className="flex flex-wrap justify-center gap-3 border-t border-line p-4">
        <FailureNote text={failed && t('common.failure.more')} />
        <Button
          variant="white"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t(failed ? 'common.action.retry' : 'common.action.loadMore')}
        </Button>
      </div>
    )
  );
}
