import { z } from 'zod';
import { member, Role, transactionsTier } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { csvDateFormats } from '#contract/lists/csv.ts';
import { decimalMarks } from '#contract/lists/numerals.ts';
import { pageParams } from '#contract/paging.ts';
import { date, id, int32, singleLine, timestamp } from '#contract/shapes.ts';
import { maxImportBody, maxImportBytes, maxImportColumns } from './limits.ts';
import { importFields } from './mapping.ts';

/** Bytes of the file in base64: as text, its quotation marks would count as syntax of the body (decision 27). */
const content = z
  .string('field.required')
  .min(1, 'field.required')
  .max(Math.ceil(maxImportBytes / 3) * 4, 'field.tooLong')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'field.invalid')
  .describe('The file, in base64');

/** Position of a column in the file, from 0. */
const column = z
  .int()
  .min(0)
  .max(maxImportColumns - 1);

/** Column of each field; null: the file has none. */
const suggestedColumns = z.object({
  description: column.nullable(),
  quantity: column.nullable(),
  price: column.nullable(),
  date: column.nullable(),
  category: column.nullable(),
  currency: column.nullable().default(null),
});

const mapping = z.object({
  columns: z.object({
    description: column,
    quantity: column,
    price: column,
    date: column,
    category: column.nullable(),
    /** Its values are compared with the currency of the organization. */
    currency: column.nullable().default(null),
  }),
  dateFormat: z.enum(csvDateFormats),
  decimalMark: z.enum(decimalMarks),
});

/** Value of a row that can't be stored, with the code of the reason. */
const rowError = z.object({
  /** Row in a spreadsheet, from 1. */
  line: z.int(),
  field: z.enum(importFields),
  code: z.string(),
});
export type ImportRowError = z.infer<typeof rowError>;

const previewRow = z.object({
  line: z.int(),
  description: z.string(),
  quantity: int32,
  price: z.number(),
  amount: z.number(),
  date,
  category: z.string().nullable(),
});

export const importSeparators = [',', ';', '\t', '|'] as const;

const importPreview = mapping.extend({
  columns: suggestedColumns,
  /** Null: the values can be read in several ways, so that the caller has to choose one. */
  dateFormat: z.enum(csvDateFormats).nullable(),
  decimalMark: z.enum(decimalMarks).nullable(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  separator: z.enum(importSeparators),
  /** Row of the header in a spreadsheet, from 1; rows above it are left out. */
  headerLine: z.int(),
  /** Columns of the file, with a value of the first row that has one. */
  header: z.array(z.object({ name: z.string(), example: z.string() })),
  /** First valid rows, as they would be stored. */
  rows: z.array(previewRow),
  /** Number of valid and of wrong rows; both are 0 while a required field has no column or format. */
  valid: z.int(),
  wrong: z.int(),
  /** Errors of the first wrong rows. */
  errors: z.array(rowError),
  /** Valid rows that exist as transactions already, and the newest import that created one of them. */
  existing: z.object({
    rows: z.int(),
    from: z.object({ fileName: z.string(), createdAt: timestamp }).nullable(),
  }),
  /** Transactions that the plan still includes this month; null: unlimited. */
  left: z.int().nullable(),
});
export type ImportPreview = z.infer<typeof importPreview>;

const transactionImport = z.object({
  id,
  fileName: z.string(),
  /** Number of transactions that it created. */
  rows: z.int(),
  /** Null: no longer an active member. */
  createdBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: timestamp,
  /** Transactions that were deleted, and those that were kept because they had been changed; null: not undone. */
  undone: z.object({ at: timestamp, removed: z.int(), kept: z.int() }).nullable(),
});
export type TransactionImport = z.infer<typeof transactionImport>;

const writer = member({ tier: transactionsTier, role: Role.Member });
const fileErrors = [
  'import.encoding',
  'import.malformed',
  'import.empty',
  'import.tooManyRows',
  'import.tooManyCells',
] as const;

export const imports = subject('TransactionImport', {
  getAll: {
    route: 'GET /TransactionImport/GetAll',
    summary: 'Imports of transactions, newest first',
    access: writer,
    query: pageParams,
    reply: z.array(transactionImport),
    paged: true,
  },
  preview: {
    route: 'POST /TransactionImport/Preview',
    summary: 'Check a CSV file without importing it; what is not given is suggested',
    access: { ...writer, changesNothing: true },
    limit: 'import',
    bodyLimit: maxImportBody,
    body: mapping.extend({ columns: suggestedColumns }).partial().extend({ content }),
    reply: importPreview,
    errors: fileErrors,
  },
  create: {
    route: 'POST /TransactionImport/Create',
    summary: 'Import the transactions of a CSV file, all or none',
    access: writer,
    effect: 'adds',
    once: true,
    limit: 'import',
    bodyLimit: maxImportBody,
    body: mapping.extend({
      fileName: singleLine(255).min(1, 'field.required'),
      content,
      /** Imports the valid rows although others are wrong. */
      skipWrong: z.boolean().default(false),
      /** Leaves out rows that exist as transactions already. */
      skipExisting: z.boolean().default(false),
    }),
    reply: transactionImport,
    errors: [...fileErrors, 'import.wrongRows', 'import.noRows', 'usage.transactions'],
  },
  undo: {
    route: 'POST /TransactionImport/Undo/:id',
    summary: 'Delete the transactions of an import, except those that were changed',
    access: writer,
    effect: 'deletes',
    reply: transactionImport,
  },
});
