import { z } from 'zod';
import type { FieldValue } from '#contract/entities/field-schemas.ts';
import {
  columnOf,
  type ColumnOf,
  type FieldDefinition,
  type FieldDefinitions,
  type FieldKind,
} from '#contract/entities/fields.ts';
import type { ListDeclaration } from '#contract/lists/declaration.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { date, id, opaqueText } from '#contract/shapes.ts';
import { sql, type RawBuilder } from '#server/platform/database/query.ts';

/** Least value of a kind, by which missing values sort, and the schema of its values in a cursor. */
const kinds: Partial<Record<FieldKind, { least: string; position: z.ZodType<Position> }>> = {
  String: { least: '', position: opaqueText(500) },
  Number: { least: '-2147483648', position: z.int() },
  Count: { least: '-2147483648', position: z.int() },
  Money: { least: '-9007199254740991', position: z.int() },
  Date: { least: '0001-01-01', position: date },
};

/** Value of a sort key in a cursor. */
export type Position = string | number;

/** Field of a list as its table stores it. */
export type StoredField = {
  column: string;
  ref: RawBuilder<Position>;
  /** Expression by which indexes sort and filter; a missing value has the least of its kind. */
  key: RawBuilder<Position>;
  position: z.ZodType<Position>;
  positionOf: (row: Record<string, unknown>) => Position;
  isOptional: boolean;
  isMoney: boolean;
};

/** The order of creation: ids increase with time, and the primary key sorts by them. */
export const creationOrder = 'createdAt';

export function storedField(
  { fields }: Pick<ListDeclaration, 'fields'>,
  table: string,
  name: string,
): StoredField {
  const column = name === creationOrder ? 'id' : columnOf(name);
  const { kind, optional } = fields[name] ?? ({ kind: 'String' } satisfies FieldDefinition);
  const { least = '', position = z.never() } = kinds[kind] ?? {};
  const ref = sql.ref<Position>(`${table}.${column}`);
  return {
    column,
    ref,
    // `coalesce` would not do: row-level security keeps it out of index conditions.
    key: optional ? sql`case when ${ref} is null then ${sql.lit(least)} else ${ref} end` : ref,
    position: name === creationOrder ? id : position,
    positionOf: (row) => (row[column] ?? (kind === 'String' ? least : Number(least))) as Position,
    isOptional: optional === true,
    isMoney: kind === 'Money',
  };
}

/** Converts a value of the API into the one of the column. */
export function toStored(
  { isMoney, isOptional }: Pick<StoredField, 'isMoney' | 'isOptional'>,
  value: unknown,
) {
  if (isMoney && typeof value === 'number') return toMinor(value, null);
  return isOptional && value === '' ? null : value;
}

/** Converts a sum, which PostgreSQL returns as text, into a number of the API. */
export const toTotal = ({ isMoney }: StoredField, sum: string | null) =>
  isMoney ? fromMinor(Number(sum), null) : Number(sum);

/** Columns of the fields that a person fills in, but for pictures and files, which are stored apart. */
type FieldRow<F extends FieldDefinitions> = {
  [
    K in keyof F & string as F[K] extends { computed: true } | { kind: 'Image' | 'File' }
      ? never
      : ColumnOf<K>
  ]: FieldValue<F[K]>;
};
type FieldRecord<F extends FieldDefinitions> = {
  [K in keyof F as F[K] extends { computed: true } ? never : K]: FieldValue<F[K]>;
};

/** Returns how input becomes the columns of its fields: money in minor units, empty optional text as null. */
export function rowOf<F extends FieldDefinitions>(fields: F) {
  const stored = Object.entries(fields)
    .filter(([, { computed, kind }]) => !computed && kind !== 'Image' && kind !== 'File')
    .map(([name, { kind, optional }]) => ({
      name,
      column: columnOf(name),
      isMoney: kind === 'Money',
      isOptional: optional === true,
    }));
  return (input: { [K in keyof F]?: unknown }): FieldRow<F> =>
    Object.fromEntries(
      stored.map((field) => {
        const value = toStored(field, input[field.name]);
        return [field.column, field.isOptional ? (value ?? null) : value];
      }),
    ) as FieldRow<F>;
}

/** Returns how a row becomes the fields of a record that are not computed. */
export function recordOf<F extends FieldDefinitions>(fields: F) {
  const shown = Object.entries(fields)
    .filter(([, { computed }]) => !computed)
    .map(([name, { kind }]) => ({ name, column: columnOf(name), isMoney: kind === 'Money' }));
  return (row: { [K in keyof FieldRecord<F> & string as ColumnOf<K>]: unknown }) => {
    const record: Record<string, unknown> = {};
    for (const { name, column, isMoney } of shown) {
      const value = (row as Record<string, unknown>)[column];
      record[name] = isMoney && typeof value === 'number' ? fromMinor(value, null) : value;
    }
    return record as FieldRecord<F>;
  };
}
