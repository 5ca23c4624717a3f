import type { ReactNode } from 'react';
import { useKitTexts } from './kit-texts.tsx';
import { Skeleton } from './skeleton.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** `end` for numbers, which are right-aligned. */
  align?: 'start' | 'end';
  /** On a phone: shown at the end of the first line, or not at all. By default in the second line. */
  phone?: 'first' | 'hidden';
  /** Has lines of text: counts as two columns where there is little room. */
  wide?: true;
  /** Placeholder of a cell that is higher than one line of text. */
  skeleton?: ReactNode;
};

export type TableProps<Row> = {
  /** Caption for screen readers, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  /** Number of skeleton rows, so that what follows keeps its place. */
  expectedRows?: number;
  rowKey: (row: Row) => string;
  /** Shown in place of an empty table, usually an EmptyState. */
  empty: ReactNode;
  /** Renders buttons and links at the end of a row. */
  renderActions?: (row: Row) => ReactNode;
};

/**
 * Renders a list of records. On a phone every row has two lines: the first cell and at most one more;
 * then the other cells, numbers with their label. If its only action is a link, the whole row opens it.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, expectedRows = 4, rowKey, empty, renderActions } = props;
  const texts = useKitTexts();
  if (rows?.length === 0) return empty;
  return (
    <div role="group" aria-label={caption} tabIndex={0} className={tableGroupClass}>
      <table role="table" aria-busy={!rows} data-wide={widthOf(columns)} className="kit-table">
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
            ? rows.map((row) => (
                <tr key={rowKey(row)} role="row">
                  <RowCells {...{ columns, row, renderActions }} />
                </tr>
              ))
            : Array.from({ length: expectedRows }, (_, index) => (
                <tr key={index} role="row">
                  <SkeletonCells columns={columns} hasActions={Boolean(renderActions)} />
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

type SkeletonProps<Row> = Pick<TableProps<Row>, 'columns'> & { hasActions: boolean };

/** Renders the cells of a row that is loading, with the height of a loaded one. */
export function SkeletonCells<Row>({ columns, hasActions }: SkeletonProps<Row>) {
  return (
    <>
      {columns.map(({ key, skeleton }) => (
        <td key={key} role="cell">
          {skeleton ?? <Skeleton className="my-0.5 h-4 w-full min-w-12" />}
        </td>
      ))}
      {hasActions && (
        <td role="cell">
          <Skeleton className="ml-auto size-9" />
        </td>
      )}
    </>
  );
}

type CellsProps<Row> = {
  row: Row;
} & Pick<TableProps<Row>, 'columns' | 'renderActions'>;

/** Renders the cells of a row; the first column is the row header. */
export function RowCells<Row>({
  columns: [first, ...others],
  row,
  renderActions,
}: CellsProps<Row>) {
  return (
    <>
      {first && (
        <th role="rowheader" scope="row">
          {first.render(row)}
        </th>
      )}
      {others.map(({ key, header, align, phone = 'second', render }) => (
        <td
          key={key}
          role="cell"
          data-label={header}
          data-phone={phone}
          className={alignClass(align)}
        >
          {render(row)}
        </td>
      ))}
      {renderActions && (
        <td role="cell" data-phone="actions">
          <div className="flex justify-end gap-1">{renderActions(row)}</div>
        </td>
      )}
    </>
  );
}

/** Classes of what scrolls a table: `kit.css` asks for its width. */
export const tableGroupClass = '@container relative overflow-x-auto rounded-lg';

/** Returns the attribute of tables with many columns, whose rows get two lines early (`theme/app.css`). */
export function widthOf(columns: readonly Pick<Column<unknown>, 'wide'>[]) {
  const count = columns.length + columns.filter(({ wide }) => wide).length;
  if (count > 6) return 'very';
  return count > 4 ? 'rather' : undefined;
}

/** Returns the classes of a cell by the alignment of its column. */
export const alignClass = (align: Column<unknown>['align']) =>
  align === 'end' ? 'text-right tabular-nums' : undefined;
