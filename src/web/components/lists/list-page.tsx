import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LoadMore, ReloadButton } from './list-buttons.tsx';

type List = Pick<
  UseInfiniteQueryResult,
  | 'isRefetching'
  | 'isRefetchError'
  | 'refetch'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
  | 'fetchNextPage'
>;

interface Props {
  title: string;
  text: string;
  list: List;
  /** Buttons beside the reload button. */
  actions?: ReactNode;
  /** Filters between the header and the list. */
  bar?: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** Renders a page that consists of one long list. */
export function ListPage({ title, text, list, actions, bar, children }: Props) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        description={text}
        actions={
          <>
            {actions}
            <ReloadButton list={list} />
          </>
        }
      />
      {bar}
      <Card flush>
        {children}
        <LoadMore list={list} />
      </Card>
    </>
  );
}
