/**
 * Checks what no compiler sees: the lock file, files that must not be committed, dead links, the order and
 * safety of migrations, names and folders, cited requirements, and the language of comments and documents.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { report, root, sources, written, type SourceFile } from './files.ts';
import { languageProblems } from './language.ts';
import { packageProblems, type Lock, type PackageManifest } from './lock-file.ts';
import { unsafeMigration } from './migration-rules.ts';
import { citationProblems } from './requirements.ts';
import { fullFolders, repeatedNames } from './structure.ts';

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

/** Returns the tests that a document names in backticks and that don't exist, unless its steps create or change them. */
export function namelessTests({ path, text }: SourceFile, files: readonly string[]): string[] {
  return [...text.matchAll(/(?<!^(?:Create|In) )`([\w./-]+\.(?:test|e2e)\.tsx?)`/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
    .map((name) => `${path}: there is no ${name}`);
}

/** Reports a README with more than 600 words. */
export function tooLong({ path, text }: SourceFile): string[] {
  const words = text.trim().split(/\s+/).length;
  return words > 600 ? [`${path}: ${words} words, at most 600`] : [];
}

function problems(): string[] {
  const all = sources();
  const paths = written();
  const json = (path: string): unknown =>
    JSON.parse(all.find((source) => source.path === path)?.text ?? '');
  const { packages } = json('package-lock.json') as { packages: Lock };
  const documents = all.filter(({ path }) => path.endsWith('.md'));
  const migrations = all.filter(({ path }) => /^migrations\/.*\.sql$/.test(path));
  return [
    ...packageProblems(json('package.json') as PackageManifest, packages),
    ...all.flatMap(neverCommitted),
    ...documents.flatMap(deadLinks),
    ...documents
      .filter(({ path }) => path.startsWith('docs/'))
      .flatMap((source) => namelessTests(source, paths)),
    ...documents.filter(({ path }) => path === 'README.md').flatMap(tooLong),
    ...migrationOrder(migrations.map(({ path }) => path.slice(11))),
    ...migrations.flatMap(({ path, text }) => unsafeMigration(path, text)),
    ...repeatedNames(all),
    ...fullFolders(paths),
    ...citationProblems(all),
    ...languageProblems(all),
  ];
}

if (import.meta.main) report(problems());
