import { columnOf, type ColumnOf } from '#contract/entities/fields.ts';

/** Returns the labels of fields by the names of their columns, for the audit log. */
export const columnNames = <Labels extends Record<string, string>>(labels: Labels) =>
  Object.fromEntries(Object.entries(labels).map(([field, label]) => [columnOf(field), label])) as {
    [Field in keyof Labels & string as ColumnOf<Field>]: Labels[Field];
  };
