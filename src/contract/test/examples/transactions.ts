import { transactionFields } from '#contract/entities/transactions.ts';
import type { transactions } from '#contract/transactions.ts';
import { exampleRow, type Examples, type Scene } from './example.ts';

const body = () => ({ description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' });
const params = { id: 'record' } as const;

/** Returns the owner of a new transaction, and a body that names it. */
const createOne = async ({ registerOwner }: Scene) => {
  const { id, api } = await registerOwner();
  const made = await api.transactions.create({ body: body() });
  return { owner: id, api, ids: [made.id] };
};
const ids = () => [crypto.randomUUID()];

export const transactionExamples: Examples<typeof transactions> = {
  record: {
    table: 'transactions',
    row: (text) => exampleRow(transactionFields, text),
  },
  calls: {
    get: { params },
    create: { body, audit: 'transaction.created' },
    update: { params, body, audit: 'transaction.changed' },
    remove: { params, audit: 'transaction.removed' },
    removeMany: {
      body: () => ({ ids: ids() }),
      audit: 'transaction.removed',
      act: async (scene) => {
        const one = await createOne(scene);
        await one.api.transactions.removeMany({ body: { ids: one.ids } });
        return one.owner;
      },
      repeat: 'deleted rows stay deleted',
    },
    updateMany: {
      body: () => ({ ids: ids(), changes: { category: 'Fees' } }),
      audit: 'transaction.changed',
      act: async (scene) => {
        const one = await createOne(scene);
        const changes = { category: 'Fees' };
        await one.api.transactions.updateMany({ body: { ids: one.ids, changes } });
        return one.owner;
      },
      repeat: 'sets values',
    },
    getHistory: { params },
    restore: {
      body: () => ({ ids: ids() }),
      audit: 'transaction.restored',
      act: async (scene) => {
        const one = await createOne(scene);
        await one.api.transactions.removeMany({ body: { ids: one.ids } });
        await one.api.transactions.restore({ body: { ids: one.ids } });
        return one.owner;
      },
    },
    removeOfAny: { params, audit: 'transaction.removed' },
  },
};
