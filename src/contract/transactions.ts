import { z } from 'zod';
import { member, operator, Role, transactionsTier, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { inputSchema, recordSchema } from './entities/field-schemas.ts';
import {
  allTransactionsList,
  transactionFields,
  transactionList,
} from './entities/transactions.ts';
import { historyCalls } from './history/calls.ts';
import { listCalls } from './lists/calls.ts';
import { listParams } from './lists/query.ts';
import { currency, date, id, timestamp, version } from './shapes.ts';

export const transaction = recordSchema(transactionFields).extend({
  id,
  /** Currency of the organization's transactions. */
  currency,
  createdAt: timestamp,
  /** True for a row of the sample data; false once a member changes it. */
  sample: z.boolean(),
  version,
});
export type Transaction = z.infer<typeof transaction>;

/** Maximum amount, positive or negative; cents up to it are computed exactly. */
const maxTotal = 10_000_000;

export const transactionInput = inputSchema(transactionFields).refine(
  ({ quantity, price }) => Math.abs(quantity * price) <= maxTotal,
  { path: ['quantity'], message: 'field.tooLarge' },
);
export type TransactionInput = z.infer<typeof transactionInput>;

/** Maximum number of an organization's transactions with a picture. */
export const maxPictures = 5_000;

/** Period to add up, and optionally one before it to compare with; both ends are inclusive. */
const summaryParams = z
  .object({
    dateFrom: date.optional(),
    dateTo: date.optional(),
    previousFrom: date.optional(),
    previousTo: date.optional(),
    /** Length of a bucket. */
    by: z.enum(['day', 'month', 'year']).default('month'),
  })
  .refine(({ dateFrom, previousTo }) => !previousTo || (dateFrom ?? '') > previousTo, {
    path: ['previousTo'],
    message: 'field.invalid',
  });
export type SummaryQuery = z.output<typeof summaryParams>;

const sum = z.object({
  count: z.int(),
  amount: z.number(),
});
const periodSummary = sum.extend({
  /** Days, months or years with transactions, by the first day of each. */
  buckets: z.array(sum.extend({ start: date })),
  /** The largest amounts first; null: without a category. */
  categories: z.array(sum.extend({ category: z.string().nullable() })),
});
const transactionSummary = z.object({ currency, current: periodSummary, previous: periodSummary });
export type TransactionSummary = z.infer<typeof transactionSummary>;

/** Period whose days to compare; both ends are inclusive. */
const resultsParams = z.object({ dateFrom: date.optional(), dateTo: date.optional() });

const dayResult = sum.extend({ date });
/** Successive days with transactions, all above or all below zero; days without transactions don't end them. */
const streak = sum.extend({ from: date, to: date, days: z.int() });
const side = {
  /** Transactions of this side of zero. */
  transactions: sum,
  /** Number of days whose sum is on this side of zero. */
  days: z.int(),
  /** The day farthest from zero, the latest of equal ones; null: none. */
  extreme: dayResult.nullable(),
  /** The longest streak, the latest of equal ones; null: none. */
  streak: streak.nullable(),
};
const transactionResults = z.object({
  currency,
  gains: z.object(side),
  losses: z.object(side),
  /** Days with transactions, those of the last twelve months with any. */
  days: z.array(dayResult),
});
export type TransactionResults = z.infer<typeof transactionResults>;

const reader = member({ tier: transactionsTier });
const writer = member({ tier: transactionsTier, role: Role.Member });

const list = listCalls({
  name: 'Transaction',
  plural: 'transactions',
  list: transactionList,
  record: transaction,
  reader,
  writer,
  exporter: { ...reader, ownersOnAnyTier: true },
});

export const transactions = subject('Transaction', {
  ...list,
  getTotals: { ...list.getTotals, reply: list.getTotals.reply.extend({ currency }) },
  ...historyCalls({
    name: 'Transaction',
    plural: 'transactions',
    writer,
    restoreErrors: ['usage.transactions', 'usage.storage', 'upload.quota'],
  }),
  get: {
    route: 'GET /Transaction/Get/:id',
    summary: 'One transaction',
    access: reader,
    versioned: true,
    reply: transaction,
  },
  getCategories: {
    route: 'GET /Transaction/GetCategories',
    summary: 'Categories of the latest transactions, by name',
    access: reader,
    reply: z.array(z.string()),
  },
  getSummary: {
    route: 'GET /Transaction/GetSummary',
    summary: 'Count and amount of a period: in total, by day, month or year, and by category',
    access: reader,
    query: summaryParams,
    reply: transactionSummary,
  },
  getResults: {
    route: 'GET /Transaction/GetResults',
    summary: 'Gains and losses of a period: sums, days, extremes and streaks',
    access: reader,
    query: resultsParams,
    reply: transactionResults,
  },
  create: {
    route: 'POST /Transaction/Create',
    summary: 'Record a transaction',
    access: writer,
    effect: 'adds',
    once: true,
    body: transactionInput,
    limit: 'picture',
    pictures: ['image'],
    reply: transaction,
    errors: [
      'usage.transactions',
      'usage.storage',
      'upload.type',
      'upload.size',
      'upload.quota',
      'upload.noSpace',
    ],
  },
  update: {
    route: 'PUT /Transaction/Update/:id',
    summary: 'Change a transaction',
    access: writer,
    effect: 'changes',
    versioned: true,
    body: transactionInput,
    limit: 'picture',
    pictures: ['image'],
    reply: transaction,
    errors: ['usage.storage', 'upload.type', 'upload.size', 'upload.quota', 'upload.noSpace'],
  },
  remove: {
    route: 'DELETE /Transaction/Delete/:id',
    summary: 'Delete a transaction',
    access: writer,
    effect: 'deletes',
    versioned: true,
  },
  getAllOfAll: {
    route: 'GET /Transaction/Admin/GetAll',
    summary: 'Transactions of all organizations, newest first',
    access: operatorOf('billing'),
    query: listParams(allTransactionsList),
    reply: z.array(transaction.extend({ tenant: z.object({ id, name: z.string() }) })),
    paged: true,
  },
  removeOfAny: {
    route: 'DELETE /Transaction/Admin/Delete/:id',
    summary: 'Delete a transaction of any organization',
    access: operator,
  },
});
