/** Fields of a transaction that a column of the file can fill, in the order in which they are shown. */
export const importFields = ['description', 'quantity', 'price', 'date', 'category'] as const;
export type ImportField = (typeof importFields)[number];

/** Order of day, month and year in the dates of the file. */
export const importDateFormats = ['iso', 'dayFirst', 'monthFirst'] as const;
export type ImportDateFormat = (typeof importDateFormats)[number];

/** Character before the decimals in the numbers of the file. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Column of each field, from 0; null: the file has none. */
export type ImportColumns = Record<ImportField, number | null>;

/** How the cells of a file are read. */
export type ImportMapping = {
  columns: ImportColumns;
  dateFormat: ImportDateFormat;
  decimalMark: DecimalMark;
};

/** Mapping that an import needs: only a category may be missing. */
export type CompleteImportMapping = ImportMapping & {
  columns: Record<Exclude<ImportField, 'category'>, number> & { category: number | null };
};

/** Returns the required fields that have no column yet. */
export const missingFields = (columns: ImportColumns): ImportField[] =>
  importFields.filter((field) => field !== 'category' && columns[field] === null);

/** Returns true if each required field has a column. */
export const isCompleteMapping = (mapping: ImportMapping): mapping is CompleteImportMapping =>
  missingFields(mapping.columns).length === 0;
