import type { FieldDefinition, FieldDefinitions } from '#contract/entities/fields.ts';
import { fromMinor } from '#contract/money.ts';

/** Values before and after a change, by column, as the audit log has them. */
export type ColumnChange = {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
};

const columnOf = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the value of a column as the field has it: amounts in decimals. */
const toFieldValue = ({ kind }: FieldDefinition, value: unknown) =>
  kind === 'Money' && typeof value === 'number' ? fromMinor(value, null) : value;

/** Returns the fields that the user sets, which a change has, with their values before and after. */
export const changedFields = (fields: FieldDefinitions, { before, after }: ColumnChange) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const column = columnOf(name);
    const sides = [before, after].map((side) => toFieldValue(field, side?.[column]));
    const [old, now] = sides.map((value) => (value === '' ? null : (value ?? null)));
    return field.computed || old === now ? [] : [{ name, kind: field.kind, old, now }];
  });

/**
 * Returns the values of a record after a change, from those that it has now and all later changes, newest
 * first (R-HIS-02). Pictures and files keep their present value: a former one may be deleted.
 */
export const valuesAfter = (
  fields: FieldDefinitions,
  current: Readonly<Record<string, unknown>>,
  later: readonly ColumnChange[],
) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind, computed }]) => !computed && kind !== 'Image' && kind !== 'File')
      .map(([name, field]) => {
        const column = columnOf(name);
        const oldest = later.findLast(({ before }) => before && column in before);
        return [name, oldest?.before ? toFieldValue(field, oldest.before[column]) : current[name]];
      }),
  );
