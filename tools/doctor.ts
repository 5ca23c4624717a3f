/** Checks what no compiler sees: the lock file, files that must not be committed, dead links. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { satisfies } from 'semver';
import { root, written } from './files.ts';
import { unsafeMigration } from './migration-rules.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string | Record<string, string>>;
}
interface Locked extends Pick<Manifest, 'optionalDependencies'> {
  version?: string;
  peerDependencies?: Record<string, string>;
  libc?: string[];
}
/** Packages of a lock file by their folder; the project itself has the key ''. */
type Lock = Record<string, Locked>;

/** Returns the folder that contains the `node_modules` with this package. */
const parentOf = (folder: string): string =>
  folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1));

/** Returns the folder in which a package below `from` finds `name`, as Node.js resolves it. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  const folder = `${from && `${from}/`}node_modules/${name}`;
  if (folder in lock) return folder;
  return from === '' ? undefined : locate(lock, parentOf(from), name);
}

/**
 * Finds platform packages missing from the lock file: `npm install` passes without them, `npm ci` fails.
 */
export function missingPlatforms(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => locate(lock, from, name) === undefined)
      .map((name) => `package-lock.json: ${from || 'the project'} needs ${name}, not in the file`),
  );
}

/**
 * Finds peer dependencies, optional ones too, whose range excludes the version that the package would
 * load. npm before 11.8 expects a second copy of an optional one in the lock file, newer npm writes
 * none, so that `npm ci` of the older version refuses the file. Overriding the range fixes it.
 */
export function mismatchedPeers(lock: Lock, { overrides = {} }: Manifest): string[] {
  return Object.entries(lock).flatMap(([folder, { peerDependencies = {} }]) => {
    const own = overrides[folder.slice(folder.lastIndexOf('node_modules/') + 13)];
    return Object.entries(peerDependencies)
      .filter(([peer]) => !(typeof own === 'object' && peer in own))
      .map(([peer, range]) => ({ peer, range, found: locate(lock, parentOf(folder), peer) }))
      .filter(({ range, found }) => found && !satisfies(lock[found]?.version ?? '', range))
      .map(
        ({ peer, range, found = '' }) =>
          `package-lock.json: ${folder} accepts ${peer} ${range} but would load ` +
          `${lock[found]?.version}: override that range in package.json`,
      );
  });
}

/**
 * Finds packages for musl without `libc`, which old npm drops: `npm ci` would install them with glibc
 * too.
 */
export function unmarkedMusl(lock: Lock): string[] {
  return Object.entries(lock)
    .filter(([folder, { libc }]) => folder.endsWith('-musl') && libc === undefined)
    .map(([folder]) => `package-lock.json: ${folder} has no "libc": write the file with newer npm`);
}

/** Finds version ranges, with which two clones of one commit could differ. */
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

/** Returns what must not be committed in any text file: patterns found in this one. */
export function neverCommitted(path: string, text: string): string[] {
  return never.filter(([, sign]) => sign.test(text)).map(([what]) => `${path}: contains ${what}`);
}

/** Checks that migrations are numbered 0001, 0002, … without a gap, so that they run in one order. */
export function migrationOrder(names: string[]): string[] {
  return names
    .toSorted()
    .filter((name, index) => !name.startsWith(`${String(index + 1).padStart(4, '0')}_`))
    .map((name) => `migrations/${name}: its number is a duplicate or follows a gap`);
}

/** Returns the links of a Markdown file that lead to no file. */
export function deadLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(resolve(root, dirname(path), link)))
    .map((link) => `${path}: nothing at ${link}`);
}

/** Returns the tests that a document names in backticks and that don't exist, unless it creates them. */
export function namelessTests(path: string, text: string, files: readonly string[]): string[] {
  return [...text.matchAll(/(?<!^Create )`([\w./-]+\.(?:test|e2e)\.tsx?)`/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
    .map((name) => `${path}: there is no ${name}`);
}

/** Reports a README with more than 600 words. */
export function tooLong(path: string, text: string): string[] {
  const words = text.trim().split(/\s+/).length;
  return words > 600 ? [`${path}: ${words} words, at most 600`] : [];
}

function problems(): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = written();
  const texts = files.filter((path) => !/\.(woff2?|png|jpg|ico|webp|avif|pdf)$/.test(path));
  const documents = texts.filter((path) => path.endsWith('.md'));
  const manifest = JSON.parse(read('package.json')) as Manifest;
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Lock };
  const migrations = files.filter((path) => /^migrations\/.*\.sql$/.test(path));
  return [
    ...missingPlatforms(packages),
    ...mismatchedPeers(packages, manifest),
    ...unmarkedMusl(packages),
    ...inexactVersions(manifest),
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
