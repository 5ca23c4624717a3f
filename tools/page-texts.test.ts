import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '#contract/error-codes.ts';
import { allTexts } from '#locales/translate.ts';
import { areasForPath, commonAreas, paletteAreas, partAreas } from '#web/session/page-texts.ts';
import { root, written } from './files.ts';

/**
 * Texts of pages are found in their sources: a text's key begins with the name of its area, or is that
 * name where all texts of the area are read.
 */
const sources = new Set(written().filter((file) => /^src\/web\/.*\.tsx?$/.test(file)));
const areas = Object.keys(allTexts['en-US']);

const readModule = (file: string) => {
  const code = readFileSync(join(root, file), 'utf8');
  const imports = [...code.matchAll(/(?:from|import|import\()\s*'([#.][^']+)'/g)]
    .map(([, name = '']) =>
      join(name.startsWith('#') ? 'src' : join(file, '..'), name.replace('#', '')),
    )
    .filter((imported) => sources.has(imported));
  const keys = [...code.matchAll(/['`]((\w+)\.[\w$.]+)/g)].flatMap(([, key = '', area = '']) =>
    key in errorStatus ? [] : [area],
  );
  keys.push(...[...code.matchAll(/\b(?:t|textsOf)\('(\w+)'/g)].map(([, area = '']) => area));
  return { imports, areas: keys.filter((area) => areas.includes(area)) };
};
const modules = new Map([...sources].map((file) => [file, readModule(file)]));

/** The command palette and the shortcuts load their texts themselves, on first use. */
const palette = ['show.tsx', 'shortcuts.ts'].map((name) => `src/web/layouts/palette/${name}`);

/** Returns the areas whose texts some files and all their imports use. */
const spokenBy = (files: string[]) => {
  const seen = new Set(files);
  for (const file of seen) {
    for (const imported of modules.get(file)?.imports ?? []) {
      if (!palette.includes(imported)) seen.add(imported);
    }
  }
  return new Set([...seen].flatMap((file) => modules.get(file)?.areas ?? []));
};

type Page = { path: string; files: string[] };

/** Returns every page with its layouts; a layout without a path is no page. */
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
  test('are listed for every page', () => {
    expect(pages.map(({ path }) => path)).toContain('/app/settings/organization/members/edit/x');
    expect(spokenBy(['src/web/pages/app/dashboard/index.tsx'])).toContain('app');
  });

  test.each(pages)('$path: includes the texts of all its areas', ({ path, files }) => {
    const known: string[] = [...areasForPath(path), ...partAreas];
    expect([...spokenBy(files)].filter((area) => !known.includes(area))).toEqual([]);
  });

  test('of the command palette include those of the app and the portal', () => {
    const known = new Set<string>([...commonAreas, ...paletteAreas.app, ...paletteAreas.portal]);
    expect([...spokenBy(palette)].filter((area) => !known.has(area))).toEqual([]);
  });

  test('contain no area that no page of that kind uses', () => {
    const needless = areas.filter((area) => {
      const having = pages.filter(({ path }) => areasForPath(path).some((known) => known === area));
      return having.length > 0 && !having.some(({ files }) => spokenBy(files).has(area));
    });
    expect(needless).toEqual([]);
    expect(areasForPath('/app/dashboard')).toEqual(['common', 'errors', 'app']);
  });

  test('are found for every spelling of an address', () => {
    expect(areasForPath('/App/Dashboard')).toEqual(areasForPath('/app/dashboard'));
    expect(areasForPath('/%61pp/dashboard')).toEqual(areasForPath('/app/dashboard'));
    expect(areasForPath('/%')).toEqual(['common', 'errors']);
  });
});
