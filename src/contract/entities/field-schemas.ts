import { z } from 'zod';
import { UserType } from '#contract/access.ts';
import { role } from '#contract/shapes.ts';
import * as shape from '#contract/shapes.ts';
import type { FieldDefinition, FieldDefinitions, FieldKind } from './fields.ts';

/** Types of downloadable files, by number (R-RES-01). */
const fileType = z.literal([0, 1, 2, 3, 4]);

/** Schema of the value of each kind of field. */
const kindSchemas = {
  String: shape.boundedText(500),
  TextArea: shape.boundedText(10_000),
  Bool: z.boolean(),
  Number: shape.int32,
  Count: shape.int32,
  Money: shape.money,
  Date: shape.date,
  Image: shape.picture,
  File: z.string(),
  ResourceFileType: fileType,
  SubscriptionPriceType: shape.priceType,
  SubscriptionBillingPeriod: shape.billingPeriod,
  SubscriptionProducts: z.array(shape.int32),
  TenantUserRoles: z.array(role),
  UserType: z.literal([UserType.Admin, UserType.Tenant]),
  UserLoginType: z.literal([0, 1]),
} satisfies Record<FieldKind, z.ZodType>;

type FieldSchema<F extends FieldDefinition> = F extends { optional: true }
  ? z.ZodNullable<(typeof kindSchemas)[F['kind']]>
  : (typeof kindSchemas)[F['kind']];
/** Value of a field in records. */
export type FieldValue<F extends FieldDefinition> = z.output<FieldSchema<F>>;
type InputSchema<F extends FieldDefinition> = F extends { optional: true }
  ? z.ZodDefault<z.ZodNullable<(typeof kindSchemas)[F['kind']]>>
  : (typeof kindSchemas)[F['kind']];

type RecordShape<F extends FieldDefinitions> = { [K in keyof F]: FieldSchema<F[K]> };
type InputShape<F extends FieldDefinitions> = {
  [K in keyof F as F[K] extends { computed: true } ? never : K]: InputSchema<F[K]>;
};

const requiredSchema = (kind: FieldKind) =>
  kind === 'String' || kind === 'TextArea'
    ? shape.requiredText(kind === 'String' ? 500 : 10_000)
    : kindSchemas[kind];

function optionalSchema(kind: FieldKind) {
  const schema: z.ZodType = kindSchemas[kind];
  return kind === 'Image' ? shape.optionalPicture : schema.nullable().default(null);
}

/**
 * Computed values have no limits on output: a record must not fail to load because of its total.
 */
function outputSchema({ kind, computed, optional: maybe }: FieldDefinition) {
  const schema = computed && kind === 'Money' ? z.number() : kindSchemas[kind];
  return maybe ? schema.nullable() : schema;
}

/** Returns the schema of a stored record, without its id. */
export const recordSchema = <const F extends FieldDefinitions>(declared: F) =>
  z.object(
    Object.fromEntries(
      Object.entries(declared).map(([name, field]) => [name, outputSchema(field)]),
    ) as RecordShape<F>,
  );

/** Returns the schema of a form's input: required text is not empty, computed fields are absent. */
export const inputSchema = <const F extends FieldDefinitions>(declared: F) =>
  z.object(
    Object.fromEntries(
      Object.entries(declared)
        .filter(([, field]) => !field.computed)
        .map(([name, field]) => [
          name,
          field.optional ? optionalSchema(field.kind) : requiredSchema(field.kind),
        ]),
    ) as unknown as InputShape<F>,
  );

/**
 * Returns the schema of changes to some fields of several records: a missing field keeps its values, and at
 * least one is given.
 */
export const changesSchema = <const F extends FieldDefinitions, N extends keyof F & string>(
  declared: F,
  names: readonly N[],
) =>
  z
    .object(
      Object.fromEntries(
        names.map((name) => {
          const { kind, optional } = declared[name] as FieldDefinition;
          return [
            name,
            optional ? kindSchemas[kind].nullable().optional() : requiredSchema(kind).optional(),
          ];
        }),
      ) as { [K in N]: z.ZodOptional<FieldSchema<F[K]>> },
    )
    .refine((changes) => Object.keys(changes).length > 0, 'field.required');
