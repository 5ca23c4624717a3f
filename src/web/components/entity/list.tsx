import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Outlet } from 'react-router';
import type { FieldDefinitions } from '#contract/fields.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { LoadMore, ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { EntityQueries } from './entity-queries.ts';
import { EntityTable, type EntityColumns } from './table.tsx';

type Props<F extends FieldDefinitions, Row, Input> = EntityColumns<F, Row> & {
  source: EntityQueries<Row, Input>;
};

/** Renders a list of records and its side panels (child routes `new` and `:id/edit`). */
export function EntityList<F extends FieldDefinitions, Row extends { id: string }, Input>({
  source,
  ...shown
}: Props<F, Row, Input>) {
  const { texts, readOnly = false } = shown;
  const list = useInfiniteQuery(source.list());
  const rows = loadedRows(list);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <ReloadButton list={list} />
            {!readOnly && (
              <WriteLink to="new">
                <Plus aria-hidden className="size-4" />
                {texts.new}
              </WriteLink>
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
