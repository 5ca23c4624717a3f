/** Looks for what no compiler sees: the registry's holes, things never to commit, dead links. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root, written } from './files.ts';
import { unsafeMigration } from './migration-rules.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Lock = Record<string, Pick<Manifest, 'optionalDependencies'>>;

/** A platform package that the lock file misses lets `npm install` pass and breaks `npm ci`. */
export function missingPlatforms(lock: Lock): string[] {
  const found = (from: string, name: string): boolean =>
    `${from && `${from}/`}node_modules/${name}` in lock ||
    (from !== '' && found(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name));
  return Object.entries(lock).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !found(from, name))
      .map((name) => `package-lock.json: ${from || 'the project'} needs ${name}, not in the file`),
  );
}

/** A version range would let two clones of one commit differ. */
export function inexactVersions(manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} ${version} is not an exact version`);
}

const never: [string, RegExp][] = [
  ['a path of one machine', /(?<![\w.])\/(?:root|home\/\w+|Users\/\w+)\//],
  ['a package registry', /https?:\/\/[^\s"'`]*(?:registry|npmjs|verdaccio|artifactory)/],
  ['a conflict marker', /^(?:<{7}|={7}|>{7})(?: |$)/m],
];

/** What must not be committed, in any text file. */
export function neverCommitted(path: string, text: string): string[] {
  return never.filter(([, sign]) => sign.test(text)).map(([what]) => `${path}: contains ${what}`);
}

/** Migrations are numbered 0001, 0002, … without a gap, so that everybody runs them in one order. */
export function migrationOrder(names: string[]): string[] {
  return names
    .toSorted()
    .filter((name, index) => !name.startsWith(`${String(index + 1).padStart(4, '0')}_`))
    .map((name) => `migrations/${name}: its number is a duplicate or follows a gap`);
}

/** Links of a Markdown file that lead to no file. */
export function deadLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(resolve(root, dirname(path), link)))
    .map((link) => `${path}: nothing at ${link}`);
}

/** Tests that a document names, in backticks, and that are nowhere. */
export function namelessTests(path: string, text: string, files: readonly string[]): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
    .map((name) => `${path}: there is no ${name}`);
}

/** A README that nobody finishes explains nothing. */
export function tooLong(path: string, text: string): string[] {
  const words = text.trim().split(/\s+/).length;
  return words > 600 ? [`${path}: ${words} words, at most 600`] : [];
}

function problems(): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = written();
  const texts = files.filter((path) => !/\.(woff2?|png|jpg|ico|webp|avif|pdf)$/.test(path));
  const documents = texts.filter((path) => path.endsWith('.md'));
  const migrations = files.filter((path) => /^migrations\/.*\.sql$/.test(path));
  return [
    ...missingPlatforms((JSON.parse(read('package-lock.json')) as { packages: Lock }).packages),
    ...inexactVersions(JSON.parse(read('package.json')) as Manifest),
    ...texts.flatMap((path) => neverCommitted(path, read(path))),
    ...documents.flatMap((path) => deadLinks(path, read(path))),
    ...documents
      .filter((path) => path.startsWith('docs/'))
      .flatMap((path) => namelessTests(path, read(path), files)),
    ...migrationOrder(migrations.map((path) => path.slice(11))),
    ...migrations.flatMap((path) => unsafeMigration(path, read(path))),
    ...texts.filter((path) => path === 'README.md').flatMap((path) => tooLong(path, read(path))),
  ];
}

if (import.meta.main) {
  const found = problems();
  for (const problem of found) console.error(problem);
  process.exitCode = found.length > 0 ? 1 : 0;
}
