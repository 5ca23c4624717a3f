import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, Outlet } from 'react-router';
import type { Fields } from '#contract/fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EntityTable, type EntityColumns } from './entity-table.tsx';
import type { Entity } from './entity.ts';
import { LoadMore, ReloadButton } from './list-buttons.tsx';
import { PageTitle } from './page-title.tsx';
import { rowsOf } from './paged-query.ts';

type Props<F extends Fields, Row, Input> = EntityColumns<F, Row> & { source: Entity<Row, Input> };

/** Renders a list of records and its side panels (child routes `new` and `:id/edit`). */
export function EntityList<F extends Fields, Row extends { id: string }, Input>({
  source,
  ...shown
}: Props<F, Row, Input>) {
  const { texts, readOnly = false } = shown;
  const list = useInfiniteQuery(source.list());
  const rows = rowsOf(list);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <ReloadButton list={list} />
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
          <LoadMore list={list} />
        </div>
      </Card>
      <Outlet />
    </>
  );
}
