import type { imports } from '#contract/imports/imports.ts';
import type { Examples } from './example.ts';

const content = btoa('description,quantity,price,date,category\nFees,1,2.5,2026-03-01,Costs\n');
const columns = { description: 0, quantity: 1, price: 2, date: 3, category: 4 };

export const importExamples: Examples<typeof imports> = {
  record: {
    table: 'transaction_imports',
    row: (text) => ({
      file_name: text,
      rows: 1,
      first_id: crypto.randomUUID(),
      last_id: crypto.randomUUID(),
      created_by: crypto.randomUUID(),
    }),
  },
  calls: {
    preview: {
      body: () => ({ content }),
      audit: { none: 'changes nothing' },
      repeat: 'changes nothing',
    },
    create: {
      body: () => ({
        fileName: 'fees.csv',
        content,
        columns,
        dateFormat: 'iso',
        decimalMark: 'point',
      }),
      audit: 'import.created',
    },
    undo: {
      params: { id: 'record' },
      audit: 'import.undone',
      repeat: 'deleted rows stay deleted, and the counts are those of the first time',
    },
  },
};
