import type { FieldDefinitions } from '#contract/entities/fields.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { alignmentOf, EntityValue } from './value.tsx';

type Columns<F extends FieldDefinitions, Row> = {
  fields: F;
  /** Columns to show, in order; the other fields can be added. All fields by default. */
  columns?: readonly (keyof F & keyof Row & string)[] | undefined;
  /** Headers by field. */
  headers: Record<keyof F & string, string>;
  /** Fields that sort the list. */
  sorts?: readonly string[];
};

/** Returns the columns of records by their declaration. */
export function entityColumns<F extends FieldDefinitions, Row extends object>(
  declared: Columns<F, Row>,
): ListColumn<Row>[] {
  const { fields, headers, sorts = [] } = declared;
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
        render: (row: Row) => <EntityValue kind={kind} value={row[column]} />,
      };
    });
}

/** Returns the kind of a column; every column is a field. */
const kindOf = (fields: FieldDefinitions, column: string) => fields[column]?.kind ?? 'String';
