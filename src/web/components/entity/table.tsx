import { Inbox, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FieldDefinitions } from '#contract/fields.ts';
import { WriteLink } from '#web/components/billing/read-only.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table } from '#web/ui/table.tsx';
import type { EntityTexts } from './entity-queries.ts';
import { alignmentOf, EntityValue } from './value.tsx';

export type EntityColumns<F extends FieldDefinitions, Row> = {
  fields: F;
  /** Columns to show, in order; all fields by default. */
  columns?: readonly (keyof F & keyof Row & string)[];
  texts: EntityTexts<keyof F & string>;
  /** Further actions of a row, before the edit button. */
  actions?: (row: Row) => ReactNode;
  /** Hides adding and editing. */
  readOnly?: boolean;
};
type Props<F extends FieldDefinitions, Row> = EntityColumns<F, Row> & {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
};

/** Returns all fields of a declaration as columns. */
const columnsOf = <F extends FieldDefinitions, Row>(fields: F) =>
  Object.keys(fields) as (keyof F & keyof Row & string)[];

/** Renders records by their declaration; each links to its `:id/edit`. */
export function EntityTable<F extends FieldDefinitions, Row extends { id: string }>(
  props: Props<F, Row>,
) {
  const { rows, fields, columns = columnsOf<F, Row>(fields), texts, actions, readOnly } = props;
  const edit = (row: Row) => (
    <>
      {actions?.(row)}
      <IconButton label={texts.edit} render={<Link to={`${row.id}/edit`} />}>
        <Pencil aria-hidden />
      </IconButton>
    </>
  );
  const amount = columns.findLast((column) => kindOf(fields, column) === 'Money');
  return (
    <Table
      caption={texts.history}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns.map((column) => ({
        key: column,
        header: texts.fields[column],
        align: alignmentOf(kindOf(fields, column)),
        ...(kindOf(fields, column) === 'Money' && {
          phone: column === amount ? 'first' : 'hidden',
        }),
        render: (row: Row) => <EntityValue kind={kindOf(fields, column)} value={row[column]} />,
      }))}
      {...(!readOnly && { renderActions: edit })}
      empty={
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={texts.emptyTitle}
          action={
            !readOnly && (
              <WriteLink to="new" variant="secondary">
                {texts.createFirst}
              </WriteLink>
            )
          }
        >
          {!readOnly && texts.emptyText}
        </EmptyState>
      }
    />
  );
}

/** Returns the kind of a column; every column is a field. */
const kindOf = (fields: FieldDefinitions, column: string) => fields[column]?.kind ?? 'String';
