import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** `end` for figures: they line up by their last digit. */
  align?: 'start' | 'end';
}

interface Props<Row> {
  /** What the table lists; read by screen readers, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  /** undefined while loading: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Shown instead of an empty table, usually an EmptyState. */
  empty: ReactNode;
  /** Buttons and links at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
}

const skeletonRows = ['one', 'two', 'three', 'four'];

/** A list of records. On a phone every row becomes a block of labelled values. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, renderActions }: Props<Row>) {
  const texts = useKitTexts();
  if (rows?.length === 0) return empty;
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-lg">
      <table role="table" aria-busy={!rows} className="w-full text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line">
            {columns.map(({ key, header, align }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={clsx(
                  cellClass,
                  alignClass(align),
                  'font-medium whitespace-nowrap text-muted',
                )}
              >
                {header}
              </th>
            ))}
            {renderActions && (
              <th role="columnheader" scope="col" className={cellClass}>
                <span className="sr-only">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows
            ? rows.map((row) => (
                <tr key={rowKey(row)} role="row" className={rowClass}>
                  {columns.map(({ key, header, align, render }) => (
                    <td
                      key={key}
                      role="cell"
                      data-label={header}
                      className={clsx(bodyClass, alignClass(align))}
                    >
                      {render(row)}
                    </td>
                  ))}
                  {renderActions && (
                    <td role="cell" className={cellClass}>
                      <div className="flex justify-end gap-1">{renderActions(row)}</div>
                    </td>
                  )}
                </tr>
              ))
            : skeletonRows.map((row) => (
                <tr key={row} role="row" className={rowClass}>
                  {[...columns, ...(renderActions ? [{ key: 'actions' }] : [])].map(({ key }) => (
                    <td key={key} role="cell" className={cellClass}>
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

const cellClass = 'px-4 py-3 first:pl-5 last:pr-5 max-sm:px-5 max-sm:py-1.5';
const rowClass =
  'border-b border-line transition-colors last:border-b-0 hover:bg-sunken/50 max-sm:block max-sm:py-3';
const bodyClass = clsx(
  cellClass,
  'text-ink max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-6 max-sm:text-right',
  'max-sm:before:shrink-0 max-sm:before:text-left max-sm:before:text-muted max-sm:before:content-[attr(data-label)]',
);

function alignClass(align: Column<unknown>['align']) {
  return align === 'end' ? 'text-right tabular-nums' : 'text-left';
}
