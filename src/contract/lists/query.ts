import { z } from 'zod';
import { changesSchema } from '#contract/entities/field-schemas.ts';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { pageParams } from '#contract/paging.ts';
import { boundedText, date, hasTwoDecimals, id, int32 } from '#contract/shapes.ts';
import { locales } from '#locales/locales.ts';
import {
  filtersOf,
  type FilterShape,
  type ListDeclaration,
  type ListFilter,
} from './declaration.ts';
import { maxBulkIds, maxExportIds } from './limits.ts';

type FiltersIn<D> = D extends { filters: infer S } ? S : Record<never, never>;
type NamesIn<D, K extends string> = D extends { [P in K]: readonly (infer N extends string)[] }
  ? N
  : never;
type KindIn<D, N> = D extends { fields: infer F extends FieldDefinitions }
  ? N extends keyof F
    ? F[N]['kind']
    : never
  : never;

type RangeEnd<K> = K extends 'Date'
  ? z.ZodOptional<z.ZodType<string, string>>
  : z.ZodOptional<z.ZodType<number, number | string>>;
type Choice<K> = K extends 'UserType' | 'Count'
  ? z.ZodOptional<z.ZodType<number[], readonly number[] | number>>
  : z.ZodOptional<z.ZodType<string[], readonly string[] | string>>;

/** Schemas of the filters in a query. */
export type FilterSchemas<D> = {
  [
    N in keyof FiltersIn<D> as FiltersIn<D>[N] extends 'range'
      ? `${N & string}From` | `${N & string}To`
      : never
  ]: RangeEnd<KindIn<D, N>>;
} & {
  [N in keyof FiltersIn<D> as FiltersIn<D>[N] extends 'text' ? N : never]: z.ZodOptional<
    z.ZodType<string, string>
  >;
} & {
  [N in keyof FiltersIn<D> as FiltersIn<D>[N] extends 'choice' ? N : never]: Choice<KindIn<D, N>>;
} & (D extends { search: readonly string[] }
    ? { search: z.ZodDefault<z.ZodType<string, string>> }
    : unknown);

/** Amounts in a filter may be negative, and beyond those that a record may have. */
const amount = z.coerce
  .number('field.required')
  .min(-1e12, 'field.tooSmall')
  .max(1e12, 'field.tooLarge')
  .refine(hasTwoDecimals, 'field.twoDecimals');
const whole = z.coerce.number('field.required').pipe(int32);

const endOf = ({ kind }: ListFilter) =>
  kind === 'Date' ? date : kind === 'Money' ? amount : whole;

/** A repeated parameter, of which the query holds one value or a list. */
const repeated = (item: z.ZodType) =>
  z.preprocess((given) => [given].flat(), z.array(item).max(100, 'field.tooLarge'));

const schemaOf: Record<FilterShape, (filter: ListFilter) => z.ZodType> = {
  text: () => boundedText(200),
  range: endOf,
  choice: ({ kind }) => repeated(kind === 'String' ? boundedText(500) : whole),
};

/** Returns the query that filters a list: its search, and the parameters of each filter. */
export const filterParams = <const D extends ListDeclaration>(list: D) =>
  z.object({
    ...(list.search && { search: boundedText(200).default('') }),
    ...Object.fromEntries(
      filtersOf(list).flatMap((filter) =>
        filter.params.map((name) => [name, schemaOf[filter.shape](filter).optional()]),
      ),
    ),
  } as FilterSchemas<D>);

type SortSchemas<D extends ListDeclaration> = {
  sort: z.ZodPrefault<z.ZodEnum<{ [N in D['sorts'][number]]: N }>>;
  descending: z.ZodPrefault<z.ZodType<boolean, string>>;
};

const sortParams = <const D extends ListDeclaration>({ sorts, descending }: D) =>
  ({
    sort: z.enum(sorts).prefault(sorts[0]),
    descending: z.stringbool().prefault(String(descending)),
  }) as unknown as SortSchemas<D>;

/** Returns the query of a page: filters, order, cursor and size. */
export const listParams = <const D extends ListDeclaration>(list: D) =>
  filterParams(list).extend(sortParams(list)).extend(pageParams.shape);

const exportIds = z
  .preprocess(
    (given) => (given === undefined ? given : [given].flat()),
    z.array(id).max(maxExportIds, 'field.tooLarge').optional(),
  )
  .optional() as z.ZodOptional<z.ZodType<string[], readonly string[] | string>>;

/** Parameter of exports: the language of the spreadsheet that reads the file; without it, the file is for programs. */
export const csvParams = { language: z.enum(locales).optional() };

/** Returns the query of a complete export: filters, order and language. */
export const orderedParams = <const D extends ListDeclaration>(list: D) =>
  filterParams(list).extend(sortParams(list)).extend(csvParams);

/** Returns the query of an export: filters and order, and the selected records unless all are wanted. */
export const exportParams = <const D extends ListDeclaration>(list: D) =>
  orderedParams(list).extend({ ids: exportIds });

/**
 * Returns the reply of totals: how many records the filters leave, and their sums by field. Of very many, only some
 * are read: there are at least as many, and no sums.
 */
export const totalsSchema = <const D extends ListDeclaration>({ totals = [] }: D) =>
  z.object({
    count: z.int(),
    isPartial: z.boolean(),
    sums: z
      .object(
        Object.fromEntries(totals.map((name) => [name, z.number()])) as {
          [N in NamesIn<D, 'totals'>]: z.ZodNumber;
        },
      )
      .nullable(),
  });

/** Records of a call on several; those that the organization does not have are ignored. */
export const bulkIds = z.object({
  ids: z.array(id).min(1, 'field.required').max(maxBulkIds, 'field.tooLarge'),
});

/** Returns the body that sets fields of several records; a missing field keeps its values. */
export const bulkChanges = <const D extends ListDeclaration>({ fields, bulk = [] }: D) =>
  bulkIds.extend({
    changes: changesSchema(fields as D['fields'], bulk as readonly NamesIn<D, 'bulk'>[]),
  });

/** Number of records that a call changed. */
export const bulkResult = z.object({ count: z.int() });
