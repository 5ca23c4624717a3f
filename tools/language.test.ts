import { expect, test } from 'vitest';
import { proseOf } from './language.ts';

test('reads comments, test titles and the opening of doc comments from code', () => {
  const source = [
    '/** What it is. */',
    "const text = 'nobody here'; // a remark",
    '/**',
    ' * Returns a number.',
    ' */',
    "test('lets nobody in', () => {});",
  ].join('\n');
  const { lines, openings } = proseOf('src/a.test.ts', source);
  expect(lines.map(({ text }) => text)).toEqual([
    'What it is. */',
    'a remark',
    'Returns a number.',
    'lets nobody in',
  ]);
  expect(openings.map(({ text }) => text)).toEqual(['What it is. */', 'Returns a number.']);
});

test('reads every line of a document and the comments of SQL', () => {
  expect(proseOf('docs/a.md', 'One\n\nTwo').lines.map(({ text }) => text)).toEqual(['One', 'Two']);
  expect(proseOf('migrations/1.sql', 'select 1; -- why').lines).toEqual([{ at: 1, text: 'why' }]);
});
