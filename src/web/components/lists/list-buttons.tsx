import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** Refetches a list. */
export function ReloadButton({ list }: { list: Pick<UseQueryResult, 'isRefetching' | 'refetch'> }) {
  const { t } = useTranslation();
  return (
    <Button variant="white" loading={list.isRefetching} onClick={() => void list.refetch()}>
      <RotateCw aria-hidden className="size-4" />
      {t('common.action.reload')}
    </Button>
  );
}

type PaginatedQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Loads the next page of a list. */
export function LoadMore({ list }: { list: PaginatedQuery }) {
  const { t } = useTranslation();
  return (
    list.hasNextPage && (
      <div className="flex justify-center border-t border-line p-4">
        <Button
          variant="white"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('common.action.loadMore')}
        </Button>
      </div>
    )
  );
}
