import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useKitTexts } from '#web/ui/kit-texts.tsx';
import { alignClass, type Column } from '#web/ui/table.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** Order of a table: the key of a column, and the direction. */
export type Sorting = {
  key: string;
  descending: boolean;
};

/** Column of a table that can be sorted by it. */
export type DataColumn<Row> = {
  sortable?: boolean | undefined;
} & Column<Row>;

type Props<Row> = {
  columns: readonly DataColumn<Row>[];
  hasActions: boolean;
  sorting: Sorting | null;
  onSort: (key: string) => void;
  selection: RowSelection | undefined;
  /** Number of loaded rows. */
  count: number;
  selectAllLabel: string;
};

/** Renders the headers; those that sort are buttons. */
export function TableHead<Row>(props: Props<Row>) {
  const { columns, hasActions, sorting, onSort, selection, count, selectAllLabel } = props;
  const texts = useKitTexts();
  const isAll = selection !== undefined && count > 0 && selection.keys.length === count;
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selection && (
          <td role="cell" data-select>
            <RowCheckbox
              label={selectAllLabel}
              checked={isAll}
              isPartial={!isAll && selection.keys.length > 0}
              disabled={count === 0}
              onChange={() => (isAll ? selection.clear() : selection.selectAll())}
            />
          </td>
        )}
        {columns.map((column) => (
          <Header
            key={column.key}
            column={column}
            order={sorting?.key === column.key ? direction(sorting) : undefined}
            onSort={() => onSort(column.key)}
          />
        ))}
        {hasActions && (
          <th role="columnheader" scope="col">
            <span className="sr-only">{texts.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

const direction = ({ descending }: Sorting) => (descending ? 'descending' : 'ascending');

type HeaderProps<Row> = {
  column: DataColumn<Row>;
  order: 'ascending' | 'descending' | undefined;
  onSort: () => void;
};

function Header<Row>({ column: { header, align, sortable }, order, onSort }: HeaderProps<Row>) {
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[order ?? 'none'];
  return (
    <th
      role="columnheader"
      scope="col"
      className={alignClass(align)}
      {...(sortable && { 'aria-sort': order ?? 'none' })}
    >
      {sortable && (
        <button type="button" onClick={onSort} className="kit-sort" data-align={align}>
          {header}
          <Icon aria-hidden />
        </button>
      )}
      <span>{header}</span>
    </th>
  );
}
