import type { FieldDefinition, FieldDefinitions, FieldKind } from '#contract/entities/fields.ts';

/** Way in which a list is filtered by a field: contained text, both ends of a range, or any of some values. */
export type FilterShape = 'text' | 'range' | 'choice';

type FilterShapeOf<F extends FieldDefinition> = F['kind'] extends 'String'
  ? 'text' | 'choice'
  : F['kind'] extends 'TextArea'
    ? 'text'
    : F['kind'] extends 'Number' | 'Money' | 'Date'
      ? 'range'
      : F['kind'] extends 'Count'
        ? 'range' | 'choice'
        : F['kind'] extends 'UserType'
          ? 'choice'
          : never;

type NamesOf<F extends FieldDefinitions, K extends FieldKind> = {
  [N in keyof F]: F[N]['kind'] extends K ? N : never;
}[keyof F] &
  string;

type InputNames<F extends FieldDefinitions> = {
  [N in keyof F]: F[N] extends { computed: true } ? never : N;
}[keyof F] &
  string;

/** Name of the order in which records were created, which every list has for free: ids increase with time. */
type CreationOrder = 'createdAt';

/** Defines the searches, filters and orders of a list. Each search, filter and order needs an index. */
type ListOptions<F extends FieldDefinitions> = {
  /** Text fields that a search looks into. */
  search?: readonly NamesOf<F, 'String' | 'TextArea'>[];
  filters?: { readonly [N in keyof F]?: FilterShapeOf<F[N]> };
  /** Fields that sort the list; the first is the default. */
  sorts: readonly [keyof F | CreationOrder, ...(keyof F | CreationOrder)[]];
  /** Direction unless the caller names one. */
  descending: boolean;
  /** Fields whose sums are shown. */
  totals?: readonly NamesOf<F, 'Number' | 'Count' | 'Money'>[];
  /** Fields that can be set in several records at the same time. */
  bulk?: readonly InputNames<F>[];
  /** Values of the records beside the fields that the export has. */
  exported?: readonly string[];
};

/** List of an entity: query, totals, export and bulk calls derive from it, and the browser's controls. */
export type ListDeclaration = {
  fields: FieldDefinitions;
  search?: readonly string[];
  filters?: Readonly<Record<string, FilterShape>>;
  sorts: readonly [string, ...string[]];
  descending: boolean;
  totals?: readonly string[];
  bulk?: readonly string[];
  exported?: readonly string[];
};

/** Declares a list over the fields of an entity and keeps the exact names. */
export const defineList = <const F extends FieldDefinitions, const O extends ListOptions<F>>(
  fields: F,
  options: O,
) => ({ fields, ...options });

/** Declares a list that is loaded completely, which the browser searches, filters and sorts. */
export const defineLocalList = <
  const F extends FieldDefinitions,
  const O extends Pick<ListOptions<F>, 'filters'> & {
    search?: readonly (keyof F & string)[];
    sorts: readonly (keyof F & string)[];
  },
>(
  fields: F,
  options: O,
) => ({ fields, ...options });

/** Filter of a list as the browser shows it; `params` are its names in the query. */
export type ListFilter = { field: string; kind: FieldKind } & (
  | { shape: 'text' | 'choice'; params: readonly [string] }
  | { shape: 'range'; params: readonly [from: string, to: string] }
);

/** Returns the filters of a list in the order of their declaration. */
export const filtersOf = ({
  fields,
  filters = {},
}: Pick<ListDeclaration, 'fields' | 'filters'>): ListFilter[] =>
  Object.entries(filters).map(([field, shape]) => {
    const kind = (fields[field] as FieldDefinition).kind;
    return shape === 'range'
      ? { field, kind, shape, params: [`${field}From`, `${field}To`] }
      : { field, kind, shape, params: [field] };
  });
