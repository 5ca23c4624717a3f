import { Inbox, Maximize2, Pencil, Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ExportButton } from '#web/components/lists/export-button.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { EntityBulkActions as BulkActions } from './bulk-actions.tsx';
import type { CellEditor as Editor } from './change-field.tsx';
import type { EditedCell } from './table.tsx';
import { useEntityList, type EntityListConfig } from './use-entity-list.ts';

// Lazy components have no type parameters; their properties are those of the list.
const EntityBulkActions = lazyPart(
  async () => (await import('./bulk-actions.tsx')).EntityBulkActions,
) as typeof BulkActions;
const CellEditor = lazyPart(
  async () => (await import('./change-field.tsx')).CellEditor,
) as typeof Editor;

type Props<F extends FieldDefinitions, Row, Input> = EntityListConfig<F, Row, Input> & {
  /** Further actions of a row, before the edit button. */
  actions?: (row: Row) => ReactNode;
  /** Further action of the empty list. */
  emptyAction?: ReactNode;
  /** Further buttons beside the export, for those who may write. */
  tools?: ReactNode;
  /** Returns the address of the page that a record has. */
  page?: (id: string) => string;
  /** Hides adding, editing and deleting. */
  readOnly?: boolean;
};

/** Renders a list of records and its side panels (child routes `new` and `:id/edit`). */
export function EntityList<
  F extends FieldDefinitions,
  Row extends { id: string },
  Input extends object,
>(props: Props<F, Row, Input>) {
  const { source, list, texts, actions, page, readOnly = false } = props;
  const { t } = useTranslation();
  // Panels keep the filters of the list behind them.
  const { search } = useLocation();
  const [cell, setCell] = useState<EditedCell<Row>>();
  const { state, query, rows, totals, csv } = useEntityList<F, Row, Input>(
    props,
    // A press on another cell saves the one that is open.
    (next) => setCell((shown) => shown ?? next),
  );
  const { exportCsv } = source.calls;
  const name = state.columns[0]?.key as keyof Row;
  const edit = (row: Row) => (
    <>
      {!readOnly && actions?.(row)}
      {!readOnly && (
        <IconButton
          label={texts.edit}
          render={<Link to={`${row.id}/edit${search}`} prefetch="intent" />}
        >
          <Pencil aria-hidden />
        </IconButton>
      )}
      {page && (
        <IconButton
          label={t('common.file.open')}
          render={<Link to={page(row.id)} data-page prefetch="intent" />}
        >
          <Maximize2 aria-hidden />
        </IconButton>
      )}
    </>
  );
  return (
    <>
      <ListPage
        title={texts.title}
        list={query}
        actions={
          !readOnly && (
            <WriteLink to={`new${search}`}>
              <Plus aria-hidden className="size-4" />
              {texts.new}
            </WriteLink>
          )
        }
      >
        <DataList<Row>
          name={source.name}
          caption={texts.history}
          hasTitle
          state={state}
          rows={rows}
          rowKey={({ id }) => id}
          paging={query}
          totals={totals}
          hasSearch={!list || list.search !== undefined}
          {...(list && {
            rowLabel: (row: Row) => String(row[name]),
            bulkActions: (selected, selection) => (
              <Suspense>
                <EntityBulkActions {...{ ...props, list, selected, selection, state }} />
              </Suspense>
            ),
          })}
          {...(csv && { csv })}
          {...(exportCsv && {
            tools: (
              <>
                {!readOnly && props.tools}
                <ExportButton
                  isTool
                  label={t('lists.export')}
                  file={source.name}
                  load={(language) => exportCsv({ query: { ...state.query, language } })}
                />
              </>
            ),
          })}
          {...((page || !readOnly) && { renderActions: edit })}
          empty={
            <EmptyState
              icon={<Inbox aria-hidden />}
              title={texts.emptyTitle}
              action={
                !readOnly && (
                  <>
                    <WriteLink to="new" variant="secondary">
                      {texts.createFirst}
                    </WriteLink>
                    {props.emptyAction}
                  </>
                )
              }
            >
              {!readOnly && texts.emptyText}
            </EmptyState>
          }
        />
      </ListPage>
      {cell && (
        <Suspense>
          <CellEditor {...{ ...props, ...cell }} onClose={() => setCell(undefined)} />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}
