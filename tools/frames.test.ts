import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { errorStatus } from '#contract/error-codes.ts';
import { frameAt, frames, type Frame } from '#locales/frames.ts';
import { allTexts } from '#locales/translate.ts';
import { root, written } from './files.ts';

/** Without the palette, which names the texts of the app and of the portal. */
const source = /^src\/web\/(?!layouts\/palette\/).*\.tsx?$/;
const sources = new Set(written().filter((file) => source.test(file)));
const areas = Object.keys(allTexts['en-US']);
const entities = written().flatMap(
  (file) => /^src\/locales\/en-US\/entities\/(\w+)/.exec(file)?.[1] ?? [],
);

/** Returns what a module imports, and the areas of its texts: a key begins with the name of its area. */
const readModule = (file: string) => {
  const code = readFileSync(join(root, file), 'utf8');
  const imports = [...code.matchAll(/(?:from|import|import\()\s*'([#.][^']+)'/g)].map(
    ([, name = '']) => join(name.startsWith('#') ? 'src' : join(file, '..'), name.replace('#', '')),
  );
  const keys = [...code.matchAll(/['`]((\w+)\.[\w$.]+)|\b(?:t|textsOf)\('(\w+)'/g)];
  const used = keys.map(([, key = '', area, whole]) =>
    key in errorStatus ? 'errors' : (area ?? whole),
  );
  const parts = [...code.matchAll(/\bloadFrameTexts\('(\w+)'\)/g)].map(([, part]) => part as Frame);
  return { imports: imports.filter((name) => sources.has(name)), areas: used, parts };
};
const modules = new Map([...sources].map((file) => [file, readModule(file)]));

type Page = { path: string; files: string[] };

const pagesOf = (entries: RouteConfigEntry[], path: string, files: string[]): Page[] =>
  entries.flatMap(({ path: own, index, file, children = [] }) => {
    const page = { path: join(path, own ?? ''), files: [...files, join('src/web', file)] };
    const isPage = (own !== undefined || index) && file.endsWith('.tsx');
    return [...(isPage ? [page] : []), ...pagesOf(children, page.path, page.files)];
  });
const { default: routes } = (await import(join(root, 'src/web/routes.ts'))) as {
  default: RouteConfigEntry[];
};
const pages = pagesOf(routes, '/', ['src/web/entry.client.tsx', 'src/web/root.tsx']);

test.each(pages)('the frame of $path has all texts of the page', ({ path, files }) => {
  const seen = new Set(files);
  for (const file of seen) for (const name of modules.get(file)?.imports ?? []) seen.add(name);
  const used = [...seen].flatMap((file) => modules.get(file)?.areas ?? []);
  const parts = [...seen].flatMap((file) => modules.get(file)?.parts ?? []);
  const loaded: string[] = [frameAt(path), ...parts].flatMap((frame) =>
    frames[frame].flatMap((area) => (area === 'entities/*' ? entities : area)),
  );
  expect(
    [...new Set(used)].filter((area = '') => areas.includes(area) && !loaded.includes(area)),
  ).toEqual([]);
});

test('a frame is found for every spelling of an address', () => {
  expect(frameAt('/App/Dashboard')).toBe('app');
  expect(frameAt('/%61pp/Settings/profile')).toBe('settings');
  expect(frameAt('/%')).toBe('site');
});
