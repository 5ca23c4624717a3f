import { expect, test } from 'vitest';
import { decodeForm } from './form.ts';

const plain = (form: unknown): unknown =>
  form instanceof Map
    ? Object.fromEntries([...form].map(([key, value]) => [key, plain(value)]))
    : form;

test('brackets nest, as the SDK writes lists and records', () => {
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

test('names that are special in JavaScript are ordinary names', () => {
  const form = decodeForm('metadata[__proto__]=x&constructor=y');
  expect([...form.keys()]).toEqual(['metadata', 'constructor']);
  expect(Object.getPrototypeOf({})).not.toHaveProperty('x');
});

test('rejects a name that is both a value and a record', () => {
  expect(() => decodeForm('items=a&items[0]=b')).toThrow('Invalid object: items[0]');
});

test('rejects nesting that is too deep', () => {
  expect(() => decodeForm(`a${'[b]'.repeat(9)}=c`)).toThrow('Invalid object');
});
