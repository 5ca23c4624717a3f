import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListQuery, ReloadButton } from './list-buttons.tsx';

type Props = {
  title: string;
  /** Heading, unless it is the title. */
  heading?: ReactNode;
  /** Links to sibling pages below the heading. */
  tabs?: ReactNode;
  text?: string | undefined;
  list: Pick<UseQueryResult, 'isRefetching' | 'isRefetchError' | 'refetch'>;
  /** Buttons beside the reload button. */
  actions?: ReactNode;
  /** The list. */
  children: ReactNode;
};

/** Renders a page that consists of one list. */
export function ListPage(props: Props) {
  const { title, heading = title, tabs, text, list, actions, children } = props;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={heading}
        description={text && <span className="max-sm:sr-only">{text}</span>}
        actions={
          <>
            <ReloadButton list={list} className="kit-reload" />
            {actions}
          </>
        }
      />
      {tabs}
      <ListQuery value={list}>{children}</ListQuery>
    </>
  );
}
