import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tools/files.ts';
import { packageParts, packageScripts } from './contents.ts';

/** Compares what the documents of the package name with its files (R-OPR-26). */
const written = ['README.md', 'package.json'];
const isPackaged = (path: string) =>
  [...packageParts, ...written].some((part) => path === part || path.startsWith(`${part}/`));

const documents = globSync('{*.md,docs/*.md,deploy/**/*}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => isPackaged(path) && path !== 'README.md' && /\.\w+$/.test(path));

/** Returns the paragraphs of a document that are not about the sources, by themselves or by their heading. */
const paragraphsOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .split(/^(?=#+ )/m)
    .filter((section) => !/^#.*sources/.test(section))
    .flatMap((section) => section.split(/\n\s*\n|\n(?=- |\d\. )/))
    .filter((paragraph) => !/\bsources\b/i.test(paragraph));

describe.each(documents)('%s of the package', (path) => {
  const text = readFileSync(join(root, path), 'utf8');

  test('links to files of the package only (R-OPR-26)', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, link = '']) =>
      posix.join(posix.dirname(path), link),
    );
    expect(links.filter((link) => !isPackaged(link) || !existsSync(join(root, link)))).toEqual([]);
  });

  test('names files of the package, or says that they are those of the sources (R-OPR-26)', () => {
    const named = paragraphsOf(path)
      .flatMap((paragraph) => paragraph.match(/[\w.-]+(?:\/[\w.-]+)*\/?/g) ?? [])
      .map((name) => name.replace(/[./]+$/, ''))
      .filter((name) => /[./]/.test(name));
    const ofSources = (name: string) => /\.tsx?$/.test(name) || existsSync(join(root, name));
    expect(named.filter((name) => ofSources(name) && !isPackaged(name))).toEqual([]);
  });

  test('names commands of the package, or says that they are those of the sources (R-OPR-26)', () => {
    const commands = paragraphsOf(path).flatMap((paragraph) =>
      [...paragraph.matchAll(/npm (?:run )?(?:-s )?([a-z][\w:-]+)/g)].map(([, name = '']) => name),
    );
    const others = ['is', 'installed'];
    const unknown = commands.filter((name) => !(name in packageScripts) && !others.includes(name));
    expect(unknown).toEqual([]);
  });
});
