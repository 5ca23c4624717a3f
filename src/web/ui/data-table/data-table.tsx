import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { SkeletonCells, tableGroupClass, widthOf, type TableProps } from '#web/ui/table.tsx';
import { TableBody } from './table-body.tsx';
import { TableHead, type DataColumn, type Sorting } from './table-head.tsx';
import type { RowSelection } from './use-row-selection.ts';

export type DataTableProps<Row> = {
  columns: readonly DataColumn<Row>[];
  /** True while further rows can be loaded: their number is not known. */
  hasMore?: boolean;
  sorting?: Sorting | null;
  onSort?: (key: string) => void;
  /** Adds a column of check boxes, and keys that select rows. */
  selection?: RowSelection | undefined;
  /** Shows the check boxes on a phone too, where they take space only on demand. */
  isSelecting?: boolean;
  /** Labels of the check boxes of one row and of all. */
  selectLabels?: { row: (row: Row) => string; all: string };
} & Omit<TableProps<Row>, 'columns' | 'empty'>;

/** Number of rows above which only those near the window are rendered. */
const fullyRendered = 100;

/**
 * Renders a list of any length as a table, which scrolls with the page. Of a long one, only the rows near
 * the window are in the document. Arrows move between the check boxes, with Shift they select a range;
 * Ctrl+A or ⌘A selects all loaded rows, Escape none.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    renderActions,
    expectedRows = 4,
    hasMore = false,
  } = props;
  const { sorting = null, onSort = () => {}, selection, selectLabels } = props;
  const isSelecting = props.isSelecting || (selection?.keys.length ?? 0) > 0;
  const table = useRef<HTMLTableElement>(null);
  const isLong = (rows?.length ?? 0) > fullyRendered;
  useFixedWidths(table, isLong, columns.map(({ key }) => key).join());
  const handleKey = (event: KeyboardEvent) => {
    // Keys of dialogs and menus that a row opened are their own.
    const isOwn = event.currentTarget.contains(event.target as Node);
    if (!selection || !isOwn || document.querySelector('[popover]:popover-open')) return;
    if (event.key === 'Escape' && selection.keys.length > 0) selection.clear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.selectAll();
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the check boxes
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      onKeyDown={handleKey}
      className={tableGroupClass}
    >
      <table
        ref={table}
        role="table"
        aria-busy={!rows}
        aria-rowcount={hasMore ? -1 : (rows?.length ?? -2) + 1}
        data-wide={widthOf(columns)}
        data-selecting={selection && isSelecting ? '' : undefined}
        className="kit-table"
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead
          columns={columns}
          hasActions={Boolean(renderActions)}
          sorting={sorting}
          onSort={onSort}
          selection={selection}
          count={rows?.length ?? 0}
          selectAllLabel={selectLabels?.all ?? ''}
        />
        {rows ? (
          <TableBody
            rows={rows}
            rowKey={rowKey}
            columns={columns}
            renderActions={renderActions}
            selection={selection}
            rowLabel={selectLabels?.row}
            isLong={isLong}
          />
        ) : (
          <tbody role="rowgroup">
            {Array.from({ length: expectedRows }, (_, index) => (
              <tr key={index} role="row">
                {selection && <td role="cell" data-select />}
                <SkeletonCells columns={columns} hasActions={Boolean(renderActions)} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

/**
 * Fixes the widths of the columns when a list becomes long. Otherwise they would change with the rows that
 * happen to be rendered.
 */
function useFixedWidths(
  table: RefObject<HTMLTableElement | null>,
  isLong: boolean,
  columns: string,
) {
  useLayoutEffect(
    () => (isLong && table.current ? fixWidths(table.current) : undefined),
    [table, isLong, columns],
  );
}

/** Keeps the current widths of the columns; returns the function that ends it. */
function fixWidths(table: HTMLTableElement) {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  const widths = cells.map(({ offsetWidth }) => `${(offsetWidth / table.offsetWidth) * 100}%`);
  const set = (layout: string, width: (index: number) => string) => {
    table.style.tableLayout = layout;
    for (const [index, cell] of cells.entries()) cell.style.width = width(index);
  };
  set('fixed', (index) => widths[index] ?? '');
  return () => set('', () => '');
}
