import { expect, test } from 'vitest';
import { pictureTypes, validateFiles } from './files.ts';

const limits = { accept: pictureTypes, maxBytes: 10, maxFiles: 10 };
const file = (name: string, size = 1, type = '') => new File(['x'.repeat(size)], name, { type });
const names = (files: File[]) => files.map(({ name }) => name);

test('jpeg, png, jpg and ico are accepted by extension or media type (R-FORM-06)', () => {
  const files = [
    file('a.jpeg'),
    file('b.PNG'),
    file('c.jpg'),
    file('d.ico'),
    file('pasted', 1, 'image/png'),
  ];
  expect(validateFiles(files, limits, 10)).toEqual({ accepted: files, error: undefined });
});

test('a wrong type, a large file and one too many are reported, the others are accepted', () => {
  const { accepted, error } = validateFiles([file('a.gif'), file('b.png')], limits, 10);
  expect([names(accepted), error]).toEqual([['b.png'], 'type']);
  expect(validateFiles([file('a.png', 11)], limits, 10)).toEqual({ accepted: [], error: 'size' });
  const eleven = Array.from({ length: 11 }, (_, index) => file(`${index}.png`));
  const many = validateFiles(eleven, limits, 10);
  expect([many.accepted.length, many.error]).toEqual([10, 'count']);
});
