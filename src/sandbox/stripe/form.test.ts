import { expect, test } from 'vitest';
import { decodeForm } from './form.ts';

const plain = (form: unknown): unknown =>
  form instanceof Map
    ? Object.fromEntries([...form].map(([key, value]) => [key, plain(value)]))
    : form;

test('names in brackets nest, as the SDK writes lists and records', () => {
  const form = decodeForm('items[0][price]=price_1&items[0][quantity]=2&metadata[a%20b]=c%26d&x=');
  expect(plain(form)).toEqual({
    items: { 0: { price: 'price_1', quantity: '2' } },
    metadata: { 'a b': 'c&d' },
    x: '',
  });
});

test('empty brackets append, as curl writes lists', () => {
  expect(plain(decodeForm('expand[]=customer&expand[]=latest_invoice'))).toEqual({
    expand: { 0: 'customer', 1: 'latest_invoice' },
  });
});

test('names that are magic in JavaScript are names like any other', () => {
  const form = decodeForm('metadata[__proto__]=x&constructor=y');
  expect([...form.keys()]).toEqual(['metadata', 'constructor']);
  expect(Object.getPrototypeOf({})).not.toHaveProperty('x');
});

test('a name that is a value and a record at once is refused', () => {
  expect(() => decodeForm('items=a&items[0]=b')).toThrow('Invalid object: items[0]');
});

test('nesting without end is refused', () => {
  expect(() => decodeForm(`a${'[b]'.repeat(9)}=c`)).toThrow('Invalid object');
});
