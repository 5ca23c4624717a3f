import type { CsvDateFormat } from '#contract/lists/csv.ts';
import type { DecimalMark } from '#contract/lists/numerals.ts';

/** Fields of a transaction that a column of the file can fill, in the order in which they are shown. */
export const importFields = [
  'description',
  'quantity',
  'price',
  'date',
  'category',
  'currency',
] as const;
export type ImportField = (typeof importFields)[number];

/** Fields that a file need not have; its currency is only compared with the organization's (R-IMP-11). */
export const optionalImportFields = ['category', 'currency'] as const satisfies ImportField[];
type OptionalImportField = (typeof optionalImportFields)[number];
const isOptional = (field: ImportField) =>
  (optionalImportFields as readonly ImportField[]).includes(field);

/** Column of each field, from 0; null: the file has none. */
export type ImportColumns = Record<ImportField, number | null>;

/** How the cells of a file are read; null: the file can be read in several ways, so that a person has to choose. */
export type ImportMapping = {
  columns: ImportColumns;
  dateFormat: CsvDateFormat | null;
  decimalMark: DecimalMark | null;
};

/** Mapping that an import needs: only optional fields may be missing. */
export type CompleteImportMapping = {
  columns: Record<Exclude<ImportField, OptionalImportField>, number> &
    Record<OptionalImportField, number | null>;
  dateFormat: CsvDateFormat;
  decimalMark: DecimalMark;
};

/** Choices of a person; the rest is suggested. */
export type ChosenMapping = Partial<
  Pick<ImportMapping, 'columns'> & Pick<CompleteImportMapping, 'dateFormat' | 'decimalMark'>
>;

/** Returns the required fields that have no column yet. */
export const missingFields = (columns: ImportColumns): ImportField[] =>
  importFields.filter((field) => !isOptional(field) && columns[field] === null);

/** Returns true if each required field has a column, and dates and numbers can be read in one way only. */
export const isCompleteMapping = (mapping: ImportMapping): mapping is CompleteImportMapping =>
  missingFields(mapping.columns).length === 0 &&
  mapping.dateFormat !== null &&
  mapping.decimalMark !== null;
