import { clsx } from 'clsx';
import { SearchX, SquareCheck } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode, type Ref } from 'react';
import type { Locale } from '#locales/locales.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useRowSelection, type RowSelection } from '#web/ui/data-table/use-row-selection.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ExportButton } from './export-button.tsx';
import { ListFooter, type ListTotals } from './list-footer.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { LoadMore, type PaginatedQuery } from './load-more.tsx';
import type { ListState } from './use-list-state.ts';

export type DataListProps<Row> = {
  /** Name under which views of this list are stored. */
  name: string;
  /** Title of the table. */
  caption: string;
  /** Shows the title above the table, and not only to screen readers. */
  hasTitle?: boolean;
  /**
   * Renders the controls within the card, on a page with other cards; only from six records on, by `count`.
   */
  isPanel?: boolean;
  /** Number of records without search and filters. */
  count?: number | undefined;
  /** Line below the title. */
  description?: ReactNode;
  /** Receives the focus when the button that had it disappears with its row. */
  cardRef?: Ref<HTMLElement>;
  state: ListState<Row>;
  /** Rows that search and filters leave; undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Query of a list that is loaded page by page. */
  paging?: PaginatedQuery;
  /** By default, a list of pages shows the number of rows that are loaded, and others show none. */
  totals?: ListTotals | undefined;
  hasSearch?: boolean;
  /** Shown in place of a list without any records, usually with the first action. */
  empty: ReactNode;
  /** Shown in place of the rows if search and filters leave none. */
  nothing?: ReactNode;
  expectedRows?: number;
  renderActions?: (row: Row) => ReactNode;
  /** Name of a row for the label of its check box; without it, rows can't be selected. */
  rowLabel?: ((row: Row) => string) | undefined;
  /** Buttons that act on the selected rows. */
  bulkActions?: (selected: readonly Row[], selection: RowSelection) => ReactNode;
  /** Buttons at the end of the toolbar, such as the export. */
  tools?: ReactNode;
  /** Writes the rows as CSV, or fetches the export of the server. */
  csv?: (language: Locale) => Promise<Blob>;
  /** Shown above the controls. */
  bar?: ReactNode;
  /** Shown below the rows. */
  children?: ReactNode;
};

/** Number of records up to which a panel has no controls. */
const smallPanel = 5;

/** Renders a list with its controls: search, filters, order, columns, views, selection and totals. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { name, caption, hasTitle, state, rowKey, totals, empty, nothing, bar } = props;
  // The first rows can be interrupted, unlike what a query renders by itself.
  const isLoaded = useDeferredValue(props.rows !== undefined);
  const { rows, paging } = isLoaded ? props : { rows: undefined, paging: undefined };
  const { expectedRows, renderActions, rowLabel, bulkActions, tools, hasSearch = true } = props;
  const { description, cardRef, children, isPanel = false, count, csv } = props;
  const { t } = useTranslation();
  const { number } = useFormats();
  const selection = useRowSelection(rows?.map(rowKey) ?? [], state.address);
  const selectable = rowLabel ? selection : undefined;
  const [isSelecting, setSelecting] = useState(false);
  const title = hasTitle ? caption : undefined;
  if (rows?.length === 0 && !state.isFiltered) {
    return (
      <>
        {bar}
        <Card flush {...(isPanel && { title, description })}>
          {empty}
        </Card>
      </>
    );
  }
  const isEmpty = rows?.length === 0;
  const loaded = paging && rows && { count: rows.length, isPartial: paging.hasNextPage, sums: [] };
  const hasTotals = 'totals' in props || props.paging !== undefined;
  const hasFooter = (hasTotals || selectable !== undefined) && !isEmpty;
  const hasToolbar = !isPanel || (count ?? 0) > smallPanel || state.address !== '';
  const toolbar = hasToolbar && (
    <ListToolbar
      name={name}
      state={state}
      hasSearch={hasSearch}
      actions={
        <>
          {tools}
          {csv && !isEmpty && (
            <ExportButton isTool label={t('lists.export')} file={fileOf(name)} load={csv} />
          )}
          {selectable && !isEmpty && (
            <Button
              variant={isSelecting ? 'secondary' : 'white'}
              aria-pressed={isSelecting}
              className="px-3! sm:hidden"
              aria-label={t('common.action.select')}
              title={t('common.action.select')}
              onClick={() => setSelecting(!isSelecting)}
            >
              <SquareCheck aria-hidden className="size-4" />
            </Button>
          )}
        </>
      }
    />
  );
  return (
    <>
      {bar}
      {!isPanel && toolbar}
      <Card
        flush
        ref={cardRef}
        tabIndex={-1}
        // On a phone the title of the page is enough; the table has its own for screen readers.
        className={clsx(
          'outline-none',
          !isPanel && (description ? 'max-sm:[&>header_h2]:hidden' : 'max-sm:[&>header]:hidden'),
        )}
        title={isEmpty && !isPanel ? undefined : title}
        description={description}
      >
        {isPanel && toolbar && <div className="px-5 pb-4">{toolbar}</div>}
        {isEmpty ? (
          (nothing ?? <NoMatches onClear={state.clearFilters} />)
        ) : (
          <DataTable
            caption={caption}
            columns={state.shown}
            rows={rows}
            rowKey={rowKey}
            hasMore={paging?.hasNextPage ?? false}
            sorting={state.sorting}
            onSort={state.sortBy}
            selection={selectable}
            isSelecting={isSelecting}
            {...(expectedRows !== undefined && { expectedRows })}
            {...(renderActions && { renderActions })}
            {...(rowLabel && {
              selectLabels: {
                row: (row: Row) => t('lists.select', { name: rowLabel(row) }),
                all: t('lists.selectAll'),
              },
            })}
          />
        )}
        {children}
        {paging && <LoadMore list={paging} />}
        {!hasFooter && (
          <p role="status" className="sr-only">
            {rows && t('lists.records', { count: rows.length, number: number(rows.length) })}
          </p>
        )}
        {hasFooter && (
          <ListFooter
            totals={'totals' in props ? totals : loaded}
            selection={selectable}
            bulkActions={bulkActions?.(
              rows?.filter((row) => selection.has(rowKey(row))) ?? [],
              selection,
            )}
          />
        )}
      </Card>
    </>
  );
}

/** Returns the name of a file from that of a list: `operator.legalVersions` → `legal-versions`. */
const fileOf = (name: string) =>
  name.replace(/^.*\./, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Renders the empty state of a list whose search and filters leave nothing. */
function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('lists.nothing')}
      action={
        <Button variant="white" onClick={onClear}>
          {t('lists.clear')}
        </Button>
      }
    >
      {t('lists.nothingText')}
    </EmptyState>
  );
}
