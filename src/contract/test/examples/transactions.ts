import type { transactions } from '#contract/transactions.ts';
import type { Examples } from './example.ts';

const body = () => ({ description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' });
const params = { id: 'record' } as const;

export const transactionExamples: Examples<typeof transactions> = {
  record: {
    table: 'transactions',
    row: (text) => ({
      description: text,
      quantity: 1,
      price: 100,
      date: '2026-03-01',
      category: text,
    }),
  },
  calls: {
    get: { params },
    create: { body, audit: 'transaction.created' },
    update: { params, body, audit: 'transaction.changed' },
    remove: { params, audit: 'transaction.removed' },
    removeOfAny: { params, audit: 'transaction.removed' },
  },
};
