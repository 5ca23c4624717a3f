import { expect, test } from 'vitest';
import { languageProblems, proseOf, sqlNameProblems } from './language.ts';

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

test('reports vague pronouns and doc comments without a verb', () => {
  const text = '/** Returns a number. */\n/** What it is. */\n// Of whom?\n';
  expect(languageProblems([{ path: 'src/a.ts', text }])).toEqual([
    'src/a.ts:3: Of whom? (docs/voice.md)',
    'src/a.ts:2: What it is. */ (docs/voice.md)',
  ]);
});

test('reports names in SQL that hold a private word', () => {
  const text = `create function app.keep_an_owner() returns trigger;
create trigger tells_of_end after delete on sessions;
create unique index billing_intents_key on payments (id);
create function app.require_owner() returns trigger;`;
  const names = sqlNameProblems([{ path: 'migrations/0001_a.sql', text }]);
  expect(names.map((line) => line.split(': ')[1])).toEqual([
    'keep_an_owner',
    'tells_of_end',
    'billing_intents_key',
  ]);
});
