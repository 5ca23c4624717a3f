import type { ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** `end` for numbers, which are right-aligned. */
  align?: 'start' | 'end';
}

interface Props<Row> {
  /** Caption for screen readers, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Shown in place of an empty table, usually an EmptyState. */
  empty: ReactNode;
  /** Renders buttons and links at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
}

const skeletonRows = ['one', 'two', 'three', 'four'];

/** Renders a list of records. On a phone every row becomes a block of labeled values. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, renderActions }: Props<Row>) {
  const texts = useKitTexts();
  if (rows?.length === 0) return empty;
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-lg">
      <table role="table" aria-busy={!rows} className="kit-table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, align }) => (
              <th key={key} role="columnheader" scope="col" className={alignClass(align)}>
                {header}
              </th>
            ))}
            {renderActions && (
              <th role="columnheader" scope="col">
                <span className="sr-only">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows
            ? rows.map((row) => <Record key={rowKey(row)} {...{ columns, row, renderActions }} />)
            : skeletonRows.map((row) => (
                <tr key={row} role="row">
                  {[...columns, ...(renderActions ? [{ key: 'actions' }] : [])].map(({ key }) => (
                    <td key={key} role="cell">
                      <Skeleton className="my-0.5 h-4 w-full min-w-12" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

interface RecordProps<Row> extends Pick<Props<Row>, 'columns' | 'renderActions'> {
  row: Row;
}

/** Renders one row; its first cell is the row header. */
function Record<Row>({ columns: [first, ...others], row, renderActions }: RecordProps<Row>) {
  return (
    <tr role="row">
      {first && (
        <th role="rowheader" scope="row">
          {first.render(row)}
        </th>
      )}
      {others.map(({ key, header, align, render }) => (
        <td key={key} role="cell" data-label={header} className={alignClass(align)}>
          {render(row)}
        </td>
      ))}
      {renderActions && (
        <td role="cell">
          <div className="flex justify-end gap-1">{renderActions(row)}</div>
        </td>
      )}
    </tr>
  );
}

const alignClass = (align: Column<unknown>['align']) =>
  align === 'end' ? 'text-right tabular-nums' : undefined;
