import { importTexts } from './transactions/import.ts';

export const transactions = {
  title: 'Transactions',
  history: 'Billing history',
  new: 'New transaction',
  edit: 'Edit transaction',
  emptyTitle: 'No transactions yet',
  emptyText: 'All you need is a description, a quantity and a price.',
  createFirst: 'Create your first transaction',
  created: 'Transaction added',
  updated: 'Transaction saved',
  removed: 'Transaction deleted',
  fields: {
    description: 'Description',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    date: 'Date',
    category: 'Category',
    image: 'Image',
  },
  import: importTexts,
};
