import { expect, test } from 'vitest';
import {
  deadLinks,
  migrationOrder,
  namelessFiles,
  neverCommitted,
  tooLong,
  unknownCommands,
} from './doctor.ts';

test('rejects machine paths, registries and conflict markers', () => {
  const home = ['', 'home', 'ana', 'pregao'].join('/');
  const registry = ['https:/', 'registry.example.org', 'zod'].join('/');
  expect(neverCommitted({ path: 'a.ts', text: `see ${home}` })).toEqual([
    'a.ts: contains a path of one machine',
  ]);
  expect(neverCommitted({ path: 'b.json', text: registry })).toEqual([
    'b.json: contains a package registry',
  ]);
  expect(neverCommitted({ path: 'c.ts', text: `${'<'.repeat(7)} ours` })).toEqual([
    'c.ts: contains a conflict marker',
  ]);
  expect(neverCommitted({ path: 'd.md', text: 'Open /app/home/list.\n========\n' })).toEqual([]);
});

test('requires migrations to be numbered without duplicates and gaps', () => {
  expect(migrationOrder(['0002_b.sql', '0001_a.sql'])).toEqual([]);
  expect(migrationOrder(['0001_a.sql', '0001_b.sql', '0002_c.sql'])).toHaveLength(2);
  expect(migrationOrder(['0001_a.sql', '0003_c.sql'])).toEqual([
    'migrations/0003_c.sql: its number is a duplicate or follows a gap',
  ]);
});

test('requires links in documents to lead to a file, an anchor or another site', () => {
  const text = '[a](../LICENSE#top) [b](#here) [c](https://example.org/x) [d](nowhere.md)';
  expect(deadLinks({ path: 'docs/guide.md', text })).toEqual([
    'docs/guide.md: nothing at nowhere.md',
  ]);
});

test('requires that a test named in a document exists', () => {
  const files = ['src/server/platform/http/http.test.ts', 'e2e/app/tabs.e2e.ts'];
  const text = '`http/http.test.ts` `e2e/app/tabs.e2e.ts` `*.test.ts` `tp.test.ts` `gone.test.ts`';
  expect(namelessFiles({ path: 'docs/a.md', text }, files)).toEqual([
    'docs/a.md: there is no tp.test.ts',
    'docs/a.md: there is no gone.test.ts',
  ]);
  expect(namelessFiles({ path: 'docs/a.md', text: 'Create `made.test.ts`:' }, files)).toEqual([]);
});

test('requires that a source named in a document exists, but not one that a tutorial makes', () => {
  const files = ['src/web/components/billing/card-form.tsx', 'tools/texts.ts'];
  const text = '`components/card-*` `billing/card-*` `tools/*.ts` `tools/text.ts`';
  expect(namelessFiles({ path: 'docs/a.md', text }, files)).toEqual([
    'docs/a.md: there is no components/card-*',
    'docs/a.md: there is no tools/text.ts',
  ]);
  expect(namelessFiles({ path: 'docs/tutorials/a.md', text }, files)).toEqual([]);
});

test('requires that a command named in a document exists', () => {
  const text =
    '`npm run -s backup -- x` `npm run longrun -- rls --short` `npm run gone` `longrun -- on`';
  expect(unknownCommands({ path: 'docs/a.md', text }, ['backup', 'longrun'])).toEqual([
    'docs/a.md: there is no command gone',
    'docs/a.md: there is no command on',
  ]);
});

test('limits the words of documents together', () => {
  const texts = ['word '.repeat(400), 'word '.repeat(200)];
  expect(tooLong('README.md', texts, 600)).toEqual([]);
  expect(tooLong('README.md', [...texts, 'word'], 600)).toEqual([
    'README.md: 601 words, at most 600',
  ]);
});
