import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#server/platform/root.ts';

export { root };

/** Entry point of the build, which `npm start` runs. */
export const builtServer = join(root, 'build/server/main.js');

const made = [
  'node_modules',
  '.git',
  '.stryker-tmp',
  'build',
  '.react-router',
  '.data',
  '.tmp',
  'test-results',
  'release',
  // Types of the tables.
  'tables.ts',
];

/**
 * Returns every source file of a folder, as sorted paths from the root; generated folders and files are left out.
 */
export function written(folder = '', from = root): string[] {
  return readdirSync(join(from, folder), { withFileTypes: true })
    .filter(({ name }) => !made.includes(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? written(path, from) : [path];
    })
    .toSorted();
}

/** Source file with its path from the root. */
export type SourceFile = {
  path: string;
  text: string;
};

/** Reads every source file that holds text. */
export const sources = (): SourceFile[] =>
  written()
    .filter((path) => !/\.(woff2?|png|jpg|ico|webp|avif|pdf)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Prints the problems that a check found, and makes the process exit with 1 if there are any. */
export function report(problems: string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
