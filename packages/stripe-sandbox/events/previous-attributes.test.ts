import { expect, test } from 'vitest';
import { previousAttributes } from './previous-attributes.ts';

test('returns the previous values of changed fields: nested for records, whole for lists', () => {
  const before = { a: 1, same: 'x', part: { in: 1, out: 2 }, list: [{ n: 1 }], gone: true };
  const after = { a: 2, same: 'x', part: { in: 1, out: 3 }, list: [{ n: 2 }], came: 'new' };
  expect(previousAttributes(before, after)).toEqual({
    a: 1,
    part: { out: 2 },
    list: [{ n: 1 }],
    gone: true,
    came: null,
  });
});

test('returns nothing for unchanged fields', () => {
  expect(previousAttributes({ a: { b: [1] } }, { a: { b: [1] } })).toEqual({});
});
