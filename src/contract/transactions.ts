import { z } from 'zod';
import { member, operator, Role, transactionsTier } from './access.ts';
import { subject } from './endpoint.ts';
import { fields, inputOf, recordOf } from './fields.ts';
import { page } from './paging.ts';
import { byId, id, instant } from './shapes.ts';

/** The reference subject: the model for new ones. */
export const transactionFields = fields({
  description: { kind: 'String' },
  quantity: { kind: 'Number' },
  price: { kind: 'Money' },
  /** quantity × price */
  amount: { kind: 'Money', computed: true },
  date: { kind: 'Date' },
  category: { kind: 'String', optional: true },
  image: { kind: 'Image', optional: true },
});

export const transaction = recordOf(transactionFields).extend({ id, createdAt: instant });
export type Transaction = z.infer<typeof transaction>;

/** Maximum amount, positive or negative; cents up to it are computed exactly. */
const mostMoney = 10_000_000;

export const transactionInput = inputOf(transactionFields).refine(
  ({ quantity, price }) => Math.abs(quantity * price) <= mostMoney,
  { path: ['quantity'], message: 'field.tooLarge' },
);
export type TransactionInput = z.infer<typeof transactionInput>;

/** Maximum number of an organization's transactions with a picture. */
export const mostPictures = 5_000;

const reader = member({ tier: transactionsTier });
const writer = member({ tier: transactionsTier, role: Role.Member });

export const transactions = subject('Transaction', {
  getAll: {
    method: 'GET',
    path: '/Transaction/GetAll',
    summary: 'Transactions, newest first',
    access: reader,
    query: page,
    reply: z.array(transaction),
    paged: true,
  },
  get: {
    method: 'GET',
    path: '/Transaction/Get/:id',
    summary: 'One transaction',
    access: reader,
    params: byId,
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
    errors: ['upload.type', 'upload.size', 'upload.quota', 'upload.noSpace'],
  },
  update: {
    method: 'PUT',
    path: '/Transaction/Update/:id',
    summary: 'Change a transaction',
    access: writer,
    params: byId,
    body: transactionInput,
    limit: 'picture',
    pictures: ['image'],
    reply: transaction,
    errors: ['upload.type', 'upload.size', 'upload.quota', 'upload.noSpace'],
  },
  remove: {
    method: 'DELETE',
    path: '/Transaction/Delete/:id',
    summary: 'Delete a transaction',
    access: writer,
    params: byId,
    reply: null,
  },
  getAllOfAll: {
    method: 'GET',
    path: '/Transaction/Admin/GetAll',
    summary: 'Transactions of every organization, newest first',
    access: operator,
    query: page,
    reply: z.array(transaction.extend({ tenant: z.object({ id, name: z.string() }) })),
    paged: true,
  },
  removeOfAny: {
    method: 'DELETE',
    path: '/Transaction/Admin/Delete/:id',
    summary: 'Delete a transaction of any organization',
    access: operator,
    params: byId,
    reply: null,
  },
});
