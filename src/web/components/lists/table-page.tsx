import type { ComponentProps, ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { ListPage } from './list-page.tsx';
import { LoadMore, type PaginatedQuery } from './load-more.tsx';

interface Props extends Omit<ComponentProps<typeof ListPage>, 'list'> {
  list: ComponentProps<typeof ListPage>['list'] & PaginatedQuery;
  /** Shown between header and table. */
  bar?: ReactNode;
}

/** Renders a page with the rows behind a figure, which have no controls of their own. */
export function TablePage({ bar, list, children, ...page }: Props) {
  return (
    <ListPage {...page} list={list}>
      {bar}
      <Card flush>
        {children}
        <LoadMore list={list} />
      </Card>
    </ListPage>
  );
}
