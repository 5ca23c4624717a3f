import { defineList } from '#contract/lists/declaration.ts';
import { defineFields } from './fields.ts';

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

export const transactionList = defineList(transactionFields, {
  search: ['description', 'category'],
  filters: {
    description: 'text',
    category: 'choice',
    quantity: 'range',
    price: 'range',
    amount: 'range',
    date: 'range',
  },
  sorts: ['date', 'description', 'category', 'quantity', 'price', 'amount', 'createdAt'],
  descending: true,
  totals: ['quantity', 'amount'],
  bulk: ['category'],
  exported: ['currency'],
});

/** The operator's list: its indexes cover all organizations, so there are few. */
export const allTransactionsList = defineList(transactionFields, {
  filters: { date: 'range' },
  sorts: ['date'],
  descending: true,
});
