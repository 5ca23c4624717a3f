import { z } from 'zod';
import { member, operator, Role, transactionsTier, operatorOf } from './access.ts';
import { subject } from './endpoint.ts';
import { defineFields, inputSchema, recordSchema } from './fields.ts';
import { pageParams } from './paging.ts';
import { idParams, id, timestamp, version } from './shapes.ts';

/** The reference subject: the model for new ones. */
export const transactionFields = defineFields({
  description: { kind: 'String' },
  quantity: { kind: 'Number' },
  price: { kind: 'Money' },
  /** quantity × price */
  amount: { kind: 'Money', computed: true },
  date: { kind: 'Date' },
  category: { kind: 'String', optional: true },
  image: { kind: 'Image', optional: true },
});

export const transaction = recordSchema(transactionFields).extend({
  id,
  createdAt: timestamp,
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

const reader = member({ tier: transactionsTier });
const writer = member({ tier: transactionsTier, role: Role.Member });

export const transactions = subject('Transaction', {
  getAll: {
    method: 'GET',
    path: '/Transaction/GetAll',
    summary: 'Transactions, newest first',
    access: reader,
    query: pageParams,
    reply: z.array(transaction),
    paged: true,
  },
  get: {
    method: 'GET',
    path: '/Transaction/Get/:id',
    summary: 'One transaction',
    access: reader,
    versioned: true,
    params: idParams,
    reply: transaction,
  },
  getCategories: {
    method: 'GET',
    path: '/Transaction/GetCategories',
    summary: 'Categories of the latest transactions, by name',
    access: reader,
    reply: z.array(z.string()),
  },
  create: {
    method: 'POST',
    path: '/Transaction/Create',
    summary: 'Record a transaction',
    access: writer,
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
    method: 'PUT',
    path: '/Transaction/Update/:id',
    summary: 'Change a transaction',
    access: writer,
    versioned: true,
    params: idParams,
    body: transactionInput,
    limit: 'picture',
    pictures: ['image'],
    reply: transaction,
    errors: ['usage.storage', 'upload.type', 'upload.size', 'upload.quota', 'upload.noSpace'],
  },
  remove: {
    method: 'DELETE',
    path: '/Transaction/Delete/:id',
    summary: 'Delete a transaction',
    access: writer,
    versioned: true,
    params: idParams,
    reply: null,
  },
  getAllOfAll: {
    method: 'GET',
    path: '/Transaction/Admin/GetAll',
    summary: 'Transactions of all organizations, newest first',
    access: operatorOf('billing'),
    query: pageParams,
    reply: z.array(transaction.extend({ tenant: z.object({ id, name: z.string() }) })),
    paged: true,
  },
  removeOfAny: {
    method: 'DELETE',
    path: '/Transaction/Admin/Delete/:id',
    summary: 'Delete a transaction of any organization',
    access: operator,
    params: idParams,
    reply: null,
  },
});
