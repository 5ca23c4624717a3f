import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import type { Fields } from '#contract/fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EntityTable, type EntityColumns } from './entity-table.tsx';
import type { Entity } from './entity.ts';
import { PageTitle } from './page-title.tsx';

type Props<F extends Fields, Row, Input> = EntityColumns<F, Row> & { source: Entity<Row, Input> };

/** A list of records with its side panels (`new` and `:id/edit`, routes below it). */
export function EntityList<F extends Fields, Row extends { id: string }, Input>({
  source,
  ...shown
}: Props<F, Row, Input>) {
  const { t } = useTranslation();
  const { texts, readOnly = false } = shown;
  const list = useInfiniteQuery(source.list());
  if (list.error && !list.data) throw list.error;
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <Button variant="white" loading={list.isRefetching} onClick={() => void list.refetch()}>
              <RotateCw aria-hidden className="size-4" />
              {t('common.action.reload')}
            </Button>
            {!readOnly && (
              <Button render={<Link to="new" />}>
                <Plus aria-hidden className="size-4" />
                {texts.new}
              </Button>
            )}
          </>
        }
      />
      <Card title={rows?.length === 0 ? undefined : texts.history}>
        <div className="-mx-5 -mb-5">
          <EntityTable rows={rows} {...shown} />
          {list.hasNextPage && (
            <div className="flex justify-center border-t border-line p-4">
              <Button
                variant="white"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('common.action.loadMore')}
              </Button>
            </div>
          )}
        </div>
      </Card>
      <Outlet />
    </>
  );
}
