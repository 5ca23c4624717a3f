/**
 * Checks what no compiler sees: the lock file, files that must not be committed, dead links, the order and
 * safety of migrations, cited requirements, and the language of comments and documents.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { runs } from '#packages/longrun/runs.ts';
import { report, root, sources, written, type SourceFile } from './files.ts';
import { languageProblems, sqlNameProblems } from './language.ts';
import { packageProblems, type Lock, type PackageManifest } from './lock-file.ts';
import { unsafeMigration } from './migration-rules.ts';
import { citationProblems } from './requirements.ts';

const never: [string, RegExp][] = [
  ['a path of one machine', /(?<![\w.])\/(?:root|home\/\w+|Users\/\w+)\//],
  ['a package registry', /https?:\/\/[^\s"'`]*(?:registry|npmjs|verdaccio|artifactory)/],
  ['a conflict marker', /^(?:<{7}|={7}|>{7})(?: |$)/m],
];

/** Returns what must not be committed in any text file: patterns found in this one. */
export function neverCommitted({ path, text }: SourceFile): string[] {
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
export function deadLinks({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(resolve(root, dirname(path), link)))
    .map((link) => `${path}: nothing at ${link}`);
}

/**
 * Returns the tests that a document names in backticks and that don't exist, unless its steps create or change them. In
 * documents that are no tutorial also other sources.
 */
export function namelessFiles({ path, text }: SourceFile, files: readonly string[]): string[] {
  const any = /`([\w./*-]*\/(?:[\w.*-]+\.(?:tsx?|sql|md)|[\w.-]+-\*))`/g;
  const tests = /(?<!^(?:Create|In) )`([\w./-]+\.(?:test|e2e)\.tsx?)`/gm;
  const named = [tests, ...(path.includes('/tutorials/') ? [] : [any])].flatMap((names) =>
    [...text.matchAll(names)].map(([, name = '']) => name),
  );
  return [...new Set(named)]
    .filter((name) => !files.some((file) => isNamed(file, name)))
    .map((name) => `${path}: there is no ${name}`);
}

/** Returns true if a path ends with a name, in which stars match all but slashes. */
function isNamed(path: string, name: string) {
  const pattern = name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  return new RegExp(`(?:^|/)${pattern}$`).test(path);
}

/** Returns the commands of npm and the long runs that a document names and that don't exist. */
export function unknownCommands({ path, text }: SourceFile, scripts: readonly string[]): string[] {
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return [
    ...named(/npm run (?:-s )?([a-z][a-z:-]*)/g).filter((name) => !scripts.includes(name)),
    ...named(/longrun -- ([a-z][a-z-]*)/g).filter((name) => !(name in runs)),
  ].map((name) => `${path}: there is no command ${name}`);
}

/** Reports documents with more words than they may have together. */
export function tooLong(name: string, texts: readonly string[], most: number): string[] {
  const words = texts.flatMap((text) => text.trim().split(/\s+/)).length;
  return words > most ? [`${name}: ${words} words, at most ${most}`] : [];
}

/** Returns the packages of package.json that docs/dependencies.md doesn't name. */
function unexplained(
  { dependencies, devDependencies, optionalDependencies }: PackageManifest,
  text: string,
) {
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return names
    .filter((name) => !text.includes(`\`${name}\``))
    .map((name) => `docs/dependencies.md: gives no reason for ${name}`);
}

/** Lists that are looked up, not read. */
const registers = /\/(?:requirements.*|asvs|access|dependencies)\.md$/;

const textsOf = (files: readonly SourceFile[]) => files.map(({ text }) => text);

function problems(): string[] {
  const all = sources();
  const paths = written();
  const textOf = (path: string) => all.find((source) => source.path === path)?.text ?? '';
  const json = (path: string): unknown => JSON.parse(textOf(path));
  const manifest = json('package.json') as PackageManifest & { scripts: object };
  const lockProblems = (path: string) => {
    const own = json(path.replace('-lock', '')) as PackageManifest;
    const { packages } = json(path) as { packages: Lock };
    const problems = packageProblems({ ...own, engines: manifest.engines ?? {} }, packages);
    return problems.map((problem) => `${dirname(path)}/${problem}`);
  };
  // A package of a release has one more.
  const scripts = [...Object.keys(manifest.scripts), 'ready'];
  const documents = all.filter(({ path }) => path.endsWith('.md'));
  const docs = documents.filter(({ path }) => path.startsWith('docs/'));
  const migrations = all.filter(({ path }) => /^migrations\/[^/]+\.sql$/.test(path));
  return [
    ...paths.filter((path) => path.endsWith('package-lock.json')).flatMap(lockProblems),
    ...unexplained(manifest, textOf('docs/dependencies.md')),
    ...all.flatMap(neverCommitted),
    ...documents.flatMap(deadLinks),
    ...docs.flatMap((source) => namelessFiles(source, paths)),
    ...docs.flatMap((source) => unknownCommands(source, scripts)),
    ...tooLong('README.md', textsOf(documents.filter(({ path }) => path === 'README.md')), 600),
    ...tooLong('docs/', textsOf(docs.filter(({ path }) => !registers.test(path))), 30_000),
    ...migrationOrder(migrations.map(({ path }) => path.slice(11))),
    ...migrations.flatMap(({ path, text }) => unsafeMigration(path, text)),
    ...citationProblems(all),
    ...languageProblems(all),
    ...sqlNameProblems(all),
  ];
}

if (import.meta.main) report(problems());
