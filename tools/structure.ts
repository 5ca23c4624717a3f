/**
 * Checks that an exported name means one thing and that no folder holds more than forty files of its own.
 * The payment sandbox is compared with itself only: it stands alone, and its words are Stripe's.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, written } from './files.ts';

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

const sources = () => written().filter((path) => /^(src|tools|e2e)\/.*\.tsx?$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const declaration = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm;

/**
 * Returns each exported name that several files of one program declare, with these files. A default
 * export has no name.
 */
export function repeatedNames(files: { path: string; text: string }[]): Map<string, string[]> {
  const byName = new Map<string, Set<string>>();
  for (const { path, text } of files.filter(({ path }) => !path.startsWith('src/locales/'))) {
    const program = path.startsWith('src/sandbox/stripe/') ? 'sandbox ' : '';
    for (const [, name = ''] of text.matchAll(declaration)) {
      if (conventional.has(name)) continue;
      const key = program + name;
      byName.set(key, (byName.get(key) ?? new Set()).add(path));
    }
  }
  return new Map(
    [...byName].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, [...paths]]),
  );
}

/** Returns the folders that hold more than forty files, with their number. */
export function fullFolders(paths: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > mostFiles);
}

if (import.meta.main) {
  const files = sources().map((path) => ({ path, text: read(path) }));
  const problems = [
    ...[...repeatedNames(files)].map(
      ([name, paths]) => `${name} is exported by ${paths.length} files: ${paths.join(', ')}`,
    ),
    ...fullFolders(written()).map(([folder, count]) => `${folder} holds ${count} files`),
  ];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
