import { expect, test } from 'vitest';
import { deadLinks, migrationOrder, namelessTests, neverCommitted, tooLong } from './doctor.ts';

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
  const files = ['src/server/http/http.test.ts', 'e2e/app/tabs.e2e.ts'];
  const text = '`http/http.test.ts` `e2e/app/tabs.e2e.ts` `*.test.ts` `tp.test.ts` `gone.test.ts`';
  expect(namelessTests({ path: 'docs/a.md', text }, files)).toEqual([
    'docs/a.md: there is no tp.test.ts',
    'docs/a.md: there is no gone.test.ts',
  ]);
  expect(namelessTests({ path: 'docs/a.md', text: 'Create `made.test.ts`:' }, files)).toEqual([]);
});

test('limits a README to 600 words', () => {
  expect(tooLong({ path: 'README.md', text: 'word '.repeat(600) })).toEqual([]);
  expect(tooLong({ path: 'README.md', text: 'word '.repeat(601) })).toEqual([
    'README.md: 601 words, at most 600',
  ]);
});
