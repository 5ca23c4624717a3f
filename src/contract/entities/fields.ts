/**
 * The 16 kinds of fields in generated tables and forms. The kind determines the control in forms, the cell in tables
 * and the schema of the value (`field-schemas.ts`, apart from here so that a list loads no zod).
 */
export type FieldKind =
  | 'String'
  | 'TextArea'
  | 'Bool'
  | 'Number'
  | 'Count'
  | 'Money'
  | 'Date'
  | 'Image'
  | 'File'
  | 'ResourceFileType'
  | 'SubscriptionPriceType'
  | 'SubscriptionBillingPeriod'
  /** Products by their tiers. */
  | 'SubscriptionProducts'
  | 'TenantUserRoles'
  | 'UserType'
  | 'UserLoginType';

/** A field of an entity, declared once for its schema, its form and its table. */
export type FieldDefinition = {
  kind: FieldKind;
  /** Allows the field to be missing, which stores `null`. Every other field is required. */
  optional?: true;
  /** Set by the server: shown, never sent. */
  computed?: true;
  /** `false`: fixed once the record exists; its control is disabled while editing (R-FORM-04). */
  editable?: false;
  /** For a Number: the least that its control admits; the schema of the input checks it. */
  min?: number;
  /** For a String: the allowed values and their labels. */
  among?: Readonly<Record<string, string>>;
};
export type FieldDefinitions = Readonly<Record<string, FieldDefinition>>;

/** Declares fields and keeps their exact kinds. */
export const defineFields = <const F extends FieldDefinitions>(declared: F) => declared;

/** Column that stores a field: `amount_due` for `amountDue`. */
export type ColumnOf<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : Field;

/** Returns the column that stores a field. */
export const columnOf = <Field extends string>(field: Field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Field>;
