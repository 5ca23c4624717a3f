import { expect, test } from 'vitest';
import { fullFolders, repeatedNames } from './structure.ts';

const file = (path: string, text: string) => ({ path, text });

test('reports an exported name that two files declare', () => {
  const names = repeatedNames([
    file('src/contract/a.ts', 'export type Range = 1;\nexport const once = 1;\n'),
    file('src/web/b.ts', 'export interface Range {}\nconst once = 1;\n'),
  ]);
  expect(names).toEqual(['Range is exported by src/contract/a.ts, src/web/b.ts: rename one']);
});

test('accepts conventional names, default exports and the names of Stripe’s objects in the sandbox', () => {
  const names = repeatedNames([
    file('src/server/notes/service.ts', 'export const list = 1;\n'),
    file('src/server/users/service.ts', 'export const list = 1;\n'),
    file('src/server/database/tables.ts', 'export interface Users {}\n'),
    file('src/web/pages/users.tsx', 'export default function Users() {}\n'),
    file('src/contract/products.ts', 'export type Product = 1;\n'),
    file('packages/stripe-sandbox/store/types.ts', 'export type Product = 1;\n'),
  ]);
  expect(names).toEqual([]);
});

test('reports a folder of more than forty files', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `src/web/ui/${n}.ts`);
  expect(fullFolders([...files(40), 'src/web/ui/charts/a.ts'])).toEqual([]);
  expect(fullFolders(files(41))).toEqual([
    'src/web/ui holds 41 files, at most 40: make a folder inside',
  ]);
  const numbered = (folder: string) => Array.from({ length: 41 }, (_, n) => `${folder}/${n}`);
  expect(fullFolders([...numbered('migrations'), ...numbered('decisions')])).toEqual([]);
});
