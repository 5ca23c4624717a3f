import { expect, test } from 'vitest';
import { defineFields } from '#contract/entities/fields.ts';
import { changedFields, valuesAfter } from './values.ts';

const fields = defineFields({
  title: { kind: 'String' },
  price: { kind: 'Money' },
  dueDate: { kind: 'Date', optional: true },
  image: { kind: 'Image', optional: true },
  amount: { kind: 'Money', computed: true },
});
const current = { title: 'C', price: 3, dueDate: null, image: '/files/c.webp', amount: 3 };
const changes = [
  { before: { title: 'B', image: '' }, after: { title: 'C', image: '/files/c.webp' } },
  { before: { price: 255, due_date: '2026-03-01' }, after: { price: 300, due_date: null } },
  { before: { title: 'A' }, after: { title: 'B' } },
  { before: null, after: { title: 'A', price: 255, due_date: '2026-03-01', image: '' } },
];

test.each([
  [0, { title: 'C', price: 3, dueDate: null }],
  [1, { title: 'B', price: 3, dueDate: null }],
  [2, { title: 'B', price: 2.55, dueDate: '2026-03-01' }],
  [3, { title: 'A', price: 2.55, dueDate: '2026-03-01' }],
])('returns the values after change %d (R-HIS-02)', (index, expected) => {
  expect(valuesAfter(fields, current, changes.slice(0, index))).toEqual(expected);
});

test('returns the changed fields in the order of the form', () => {
  expect(changes.map((change) => changedFields(fields, change).map(({ name }) => name))).toEqual([
    ['title', 'image'],
    ['price', 'dueDate'],
    ['title'],
    ['title', 'price', 'dueDate'],
  ]);
});
