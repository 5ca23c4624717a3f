import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldDefinition, FieldDefinitions } from '#contract/entities/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Values of the controls by field. */
export type FormValues = Record<string, unknown>;

/** Returns the initial value: 0 for numbers and choices, false for booleans, else empty. */
function emptyOf({ kind, optional }: FieldDefinition) {
  if (optional) return null;
  switch (kind) {
    case 'Number':
    case 'Count':
    case 'SubscriptionPriceType':
    case 'SubscriptionBillingPeriod':
    case 'ResourceFileType':
      return 0;
    case 'Bool':
      return false;
    case 'SubscriptionProducts':
    case 'TenantUserRoles':
      return [];
    default:
      return null;
  }
}

/** Returns the values of a new record. */
export const emptyValues = (fields: FieldDefinitions): FormValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]));

/**
 * Returns the values of a new record that begins as a copy: all but pictures and files, which belong to one
 * record. Undefined while the record loads.
 */
export const copiedValues = (fields: FieldDefinitions, record: object | undefined) =>
  record && {
    ...emptyValues(fields),
    ...Object.fromEntries(
      Object.entries(record).filter(([name]) => {
        const field = fields[name];
        return field && !field.computed && field.kind !== 'Image' && field.kind !== 'File';
      }),
    ),
  };

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined;

const codeOf = (message: string): ErrorCode =>
  message.startsWith('field.') ? (message as ErrorCode) : 'field.invalid';

const toFieldErrors = (refused: readonly [string, ErrorCode][]): FieldErrors<FormValues> =>
  Object.fromEntries(refused.toReversed().map(([name, code]) => [name, { type: code }]));

/** Validates a form with the schema of its entity; an error's `type` is its code. */
export const entityResolver =
  <Input>(
    fields: FieldDefinitions,
    schema: z.ZodType<Input>,
  ): Resolver<FormValues, unknown, Input> =>
  (values) => {
    const sent = Object.entries(fields).filter(([, { computed }]) => !computed);
    const input = Object.fromEntries(
      sent.map(([name]) => [name, isEmpty(values[name]) ? null : values[name]]),
    );
    const missing = sent
      .filter(([name, { optional }]) => !optional && input[name] === null)
      .map(([name]): [string, ErrorCode] => [name, 'field.required']);
    const parsed = schema.safeParse(input);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const refused = parsed.error.issues.map(({ path, message }): [string, ErrorCode] => [
      String(path[0]),
      codeOf(message),
    ]);
    return { values: {}, errors: toFieldErrors([...missing, ...refused]) };
  };
