/**
 * Checks that an exported name means one thing and that no folder holds more than forty files of its own.
 * The payment sandbox is compared with itself only: it stands alone, and its words are Stripe's.
 */
import { dirname } from 'node:path';
import type { SourceFile } from './files.ts';

/** Most files that one folder may hold, its sub-folders not counted. */
const mostFiles = 40;

/** Names that a convention repeats in many modules, always with the same meaning. */
const conventional = new Set(
  [
    // Verbs of a service (docs/architecture.md): the path of the module tells them apart.
    'list listOfAll get create update remove removeOfAny',
    // Exports of route modules that React Router reads.
    'loader clientLoader clientMiddleware headers handle shouldRevalidate',
    'ErrorBoundary HydrateFallback',
    // Playwright's `test`, extended by the fixtures of a journey.
    'test',
  ].flatMap((names) => names.split(' ')),
);

const declaration = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm;

/** Reports each exported name that several files of one program declare. A default export has no name. */
export function repeatedNames(files: SourceFile[]): string[] {
  const byName = new Map<string, Set<string>>();
  const programs = files.filter(
    ({ path }) =>
      /^(src|packages|tools|e2e)\/.*\.tsx?$/.test(path) && !path.startsWith('src/locales/'),
  );
  for (const { path, text } of programs) {
    const program = path.startsWith('packages/stripe-sandbox/') ? 'sandbox ' : '';
    for (const [, name = ''] of text.matchAll(declaration)) {
      if (conventional.has(name)) continue;
      const key = program + name;
      byName.set(key, (byName.get(key) ?? new Set()).add(path));
    }
  }
  return [...byName]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name} is exported by ${[...paths].join(', ')}: rename one`);
}

/** Folders of files that are only ever added to, in an order that their names give. */
const endless = new Set(['migrations', 'decisions']);

/** Reports the folders that hold more than forty files. */
export function fullFolders(paths: string[]): string[] {
  return [...Map.groupBy(paths, (path) => dirname(path))]
    .filter(([folder, inside]) => inside.length > mostFiles && !endless.has(folder))
    .map(
      ([folder, inside]) =>
        `${folder} holds ${inside.length} files, at most ${mostFiles}: make a folder inside`,
    );
}
