import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { everyTranslation } from '#locales/translate.ts';
import { areasOf } from '#web/session/page-texts.ts';
import { root, written } from './files.ts';

/** What pages say is read from their sources: a text's key begins with the name of its area. */
const sources = new Set(written().filter((file) => /^src\/web\/.*\.tsx?$/.test(file)));
const areas = Object.keys(everyTranslation['en-US'].translation);

const readModule = (file: string) => {
  const code = readFileSync(join(root, file), 'utf8');
  const imports = [...code.matchAll(/(?:from|import|import\()\s*'([#.][^']+)'/g)]
    .map(([, name = '']) =>
      join(name.startsWith('#') ? 'src' : join(file, '..'), name.replace('#', '')),
    )
    .filter((imported) => sources.has(imported));
  const keys = [...code.matchAll(/['`]([a-z]+)\.[\w$]/gi)].map(([, area = '']) => area);
  return { imports, areas: keys.filter((area) => areas.includes(area)) };
};
const modules = new Map([...sources].map((file) => [file, readModule(file)]));

/** The areas that some files and all they import speak from. */
const spokenBy = (files: string[]) => {
  const seen = new Set(files);
  for (const file of seen) modules.get(file)?.imports.forEach((imported) => seen.add(imported));
  return new Set([...seen].flatMap((file) => modules.get(file)?.areas ?? []));
};

type Page = { path: string; files: string[] };

/** Every page, with the layouts around it; a layout without a path is none. */
const pagesOf = (entries: RouteConfigEntry[], path: string, files: string[]): Page[] =>
  entries.flatMap(({ path: own, index, file, children = [] }) => {
    const page = {
      path: join(path, own ?? ''),
      files: [...files, join('src/web', file)],
    };
    const isPage = (own !== undefined || index) && file.endsWith('.tsx');
    return [...(isPage ? [page] : []), ...pagesOf(children, page.path, page.files)];
  });

const fillings: [RegExp, string][] = [
  [/:\w+\?/g, ''],
  [/:\w+/g, 'x'],
];
const siteMap = (await import(join(root, 'src/web/routes.ts'))) as { default: RouteConfigEntry[] };
const pages = pagesOf(siteMap.default, '/', ['src/web/root.tsx']).map(({ path, files }) => ({
  path: fillings.reduce((filled, [name, value]) => filled.replace(name, value), path),
  files,
}));

describe('the texts of a page', () => {
  test('are told of every page that there is', () => {
    expect(pages.map(({ path }) => path)).toContain('/app/settings/organization/members/edit/x');
    expect(spokenBy(['src/web/pages/app/dashboard/index.tsx'])).toContain('app');
  });

  test.each(pages)('$path: all it speaks from comes with it', ({ path, files }) => {
    const known: string[] = areasOf(path);
    expect([...spokenBy(files)].filter((area) => !known.includes(area))).toEqual([]);
  });

  test('are no more than some page of that kind speaks from', () => {
    const needless = areas.filter((area) => {
      const having = pages.filter(({ path }) => areasOf(path).some((known) => known === area));
      return having.length > 0 && !having.some(({ files }) => spokenBy(files).has(area));
    });
    expect(needless).toEqual([]);
    expect(areasOf('/app/dashboard')).toEqual(['common', 'errors', 'app']);
  });

  test('are found however an address is written', () => {
    expect(areasOf('/App/Dashboard')).toEqual(areasOf('/app/dashboard'));
    expect(areasOf('/%61pp/dashboard')).toEqual(areasOf('/app/dashboard'));
    expect(areasOf('/%')).toEqual(['common', 'errors']);
  });
});
