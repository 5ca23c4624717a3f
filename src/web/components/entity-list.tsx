import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, Pencil, Plus, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import type { Fields } from '#contract/fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Table } from '#web/ui/table.tsx';
import { alignmentOf, EntityValue } from './entity-value.tsx';
import type { Entity, EntityTexts } from './entity.ts';
import { PageTitle } from './page-title.tsx';

type Shown<F extends Fields, Row> = {
  fields: F;
  /** The fields that are shown, in their order. */
  columns: readonly (keyof F & keyof Row & string)[];
  texts: EntityTexts<keyof F & string>;
  /** Nothing can be added or changed. */
  readOnly?: boolean;
};
type Props<F extends Fields, Row, Input> = Shown<F, Row> & { source: Entity<Row, Input> };

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

type TableProps<F extends Fields, Row> = Shown<F, Row> & { rows: readonly Row[] | undefined };

function EntityTable<F extends Fields, Row extends { id: string }>(props: TableProps<F, Row>) {
  const { rows, fields, columns, texts, readOnly } = props;
  const edit = ({ id }: Row) => (
    <IconButton label={texts.edit} render={<Link to={`${id}/edit`} />}>
      <Pencil aria-hidden />
    </IconButton>
  );
  return (
    <Table
      caption={texts.history}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns.map((column) => ({
        key: column,
        header: texts.fields[column],
        align: alignmentOf(kindOf(fields, column)),
        render: (row: Row) => <EntityValue kind={kindOf(fields, column)} value={row[column]} />,
      }))}
      {...(!readOnly && { renderActions: edit })}
      empty={
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={texts.emptyTitle}
          action={!readOnly && <Button render={<Link to="new" />}>{texts.createFirst}</Button>}
        >
          {!readOnly && texts.emptyText}
        </EmptyState>
      }
    />
  );
}

/** A column is one of the fields: its kind is known. */
const kindOf = (fields: Fields, column: string) => fields[column]?.kind ?? 'String';
