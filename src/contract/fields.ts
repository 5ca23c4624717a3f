import { z } from 'zod';
import { UserType } from './access.ts';
import { role } from './shapes.ts';
import * as shape from './shapes.ts';

/** Types of downloadable files, by number (R-RES-01). */
const fileType = z.literal([0, 1, 2, 3, 4]);

/**
 * The 16 kinds of fields in generated tables and forms, each with the schema of its value. The kind
 * determines the control in forms and the cell in tables.
 */
const kinds = {
  String: shape.text(500),
  TextArea: shape.text(10_000),
  Bool: z.boolean(),
  Number: shape.integer,
  Count: shape.integer,
  Money: shape.money,
  Date: shape.date,
  Image: shape.picture,
  File: z.string(),
  ResourceFileType: fileType,
  SubscriptionPriceType: shape.priceType,
  SubscriptionBillingPeriod: shape.billingPeriod,
  /** Products by their tiers. */
  SubscriptionProducts: z.array(shape.integer),
  TenantUserRoles: z.array(role),
  UserType: z.literal([UserType.Admin, UserType.Tenant]),
  UserLoginType: z.literal([0, 1]),
};
export type FieldKind = keyof typeof kinds;

/** A field of an entity, declared once for its schema, its form and its table. */
export type Field = {
  kind: FieldKind;
  /** Allows the field to be missing, which stores `null`. Every other field is required. */
  optional?: true;
  /** Set by the server: shown, never sent. */
  computed?: true;
  /** `false`: fixed once the record exists; its control is disabled while editing (R-FORM-04). */
  editable?: false;
  /** For a String: the allowed values and their labels. */
  among?: Readonly<Record<string, string>>;
};
export type Fields = Readonly<Record<string, Field>>;

/** Declares fields and keeps their exact kinds. */
export const fields = <const F extends Fields>(declared: F) => declared;

type Schema<F extends Field> = F extends { optional: true }
  ? z.ZodNullable<(typeof kinds)[F['kind']]>
  : (typeof kinds)[F['kind']];
type InputSchema<F extends Field> = F extends { optional: true }
  ? z.ZodDefault<z.ZodNullable<(typeof kinds)[F['kind']]>>
  : (typeof kinds)[F['kind']];

type RecordShape<F extends Fields> = { [K in keyof F]: Schema<F[K]> };
type InputShape<F extends Fields> = {
  [K in keyof F as F[K] extends { computed: true } ? never : K]: InputSchema<F[K]>;
};

const required = (kind: FieldKind) =>
  kind === 'String' || kind === 'TextArea'
    ? shape.requiredText(kind === 'String' ? 500 : 10_000)
    : kinds[kind];

const optional = (kind: FieldKind) => {
  const schema: z.ZodType = kinds[kind];
  return kind === 'Image' ? shape.optionalPicture : schema.nullable().default(null);
};

/**
 * Computed values have no limits on output: a record must not fail to load because of its total.
 */
const stored = ({ kind, computed, optional: maybe }: Field) => {
  const schema = computed && kind === 'Money' ? z.number() : kinds[kind];
  return maybe ? schema.nullable() : schema;
};

/** Returns the schema of a stored record, without its id. */
export const recordOf = <const F extends Fields>(declared: F) =>
  z.object(
    Object.fromEntries(
      Object.entries(declared).map(([name, field]) => [name, stored(field)]),
    ) as RecordShape<F>,
  );

/** Returns the schema of a form's input: required text is not empty, computed fields are absent. */
export const inputOf = <const F extends Fields>(declared: F) =>
  z.object(
    Object.fromEntries(
      Object.entries(declared)
        .filter(([, field]) => !field.computed)
        .map(([name, field]) => [
          name,
          field.optional ? optional(field.kind) : required(field.kind),
        ]),
    ) as unknown as InputShape<F>,
  );
