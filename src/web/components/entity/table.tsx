import { use, type ReactNode } from 'react';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useTranslation } from '#web/session/translation.ts';
import { ActiveRow } from '#web/ui/data-table/active-row.ts';
import { alignmentOf, EntityValue } from './value.tsx';

type Columns<F extends FieldDefinitions, Row> = {
  fields: F;
  /** Columns to show, in order; the other fields can be added. All fields by default. */
  columns?: readonly (keyof F & keyof Row & string)[] | undefined;
  /** Headers by field. */
  headers: Record<keyof F & string, string>;
  /** Fields that sort the list. */
  sorts?: readonly string[];
  /** Fields that are edited in their cells. */
  editable?: readonly string[];
  onEdit?: (cell: EditedCell<Row>) => void;
};

/** A cell to edit. */
export type EditedCell<Row> = { row: Row; name: string; opener: HTMLElement };

/** Returns the columns of records by their declaration. */
export function entityColumns<F extends FieldDefinitions, Row extends object>(
  declared: Columns<F, Row>,
): ListColumn<Row>[] {
  const { fields, headers, sorts = [], editable = [], onEdit } = declared;
  const names = Object.keys(fields) as (keyof F & keyof Row & string)[];
  const shown = declared.columns ?? names;
  const ordered = [...shown, ...names.filter((name) => !shown.includes(name))];
  const amount = shown.findLast((column) => kindOf(fields, column) === 'Money');
  return ordered
    .filter((column) => shown.includes(column) || kindOf(fields, column) !== 'File')
    .map((column) => {
      const kind = kindOf(fields, column);
      return {
        key: column,
        header: headers[column],
        align: alignmentOf(kind),
        sortable: sorts.includes(column),
        ...(!shown.includes(column) && { isExtra: true }),
        ...(kind === 'Money' && { phone: column === amount ? 'first' : 'hidden' }),
        render: (row: Row) => {
          const value = <EntityValue kind={kind} value={row[column]} />;
          if (!onEdit || !editable.includes(column)) return value;
          const edit = (opener: HTMLElement) => onEdit({ row, name: column, opener });
          return <EditableCell {...{ field: headers[column], edit }}>{value}</EditableCell>;
        },
      };
    });
}

/** Returns the kind of a column; every column is a field. */
const kindOf = (fields: FieldDefinitions, column: string) => fields[column]?.kind ?? 'String';

type CellProps = { field: string; edit: (opener: HTMLElement) => void; children: ReactNode };

/** Renders a value that is edited when it is pressed; Tab reaches those of one row. */
function EditableCell({ field, edit, children }: CellProps) {
  const { t, locale } = useTranslation();
  const { isActive, activate } = use(ActiveRow);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={t('lists.change', { field: field.toLocaleLowerCase(locale) })}
      tabIndex={isActive ? 0 : -1}
      className="kit-cell"
      onClick={({ currentTarget }) => {
        activate();
        edit(currentTarget);
      }}
    >
      {children}
    </button>
  );
}
