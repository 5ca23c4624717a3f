import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** What `npm start` runs, once `tools/build.ts` has built it. */
export const builtServer = join(root, 'build/server/main.js');

const made = ['node_modules', '.git', 'build', '.react-router', '.data', '.tmp', 'test-results'];

/** Every file that people wrote in a folder of the project, as paths from its root, sorted. */
export function written(folder = '', from = root): string[] {
  return readdirSync(join(from, folder), { withFileTypes: true })
    .filter(({ name }) => !made.includes(name) && !name.endsWith('.log'))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      return entry.isDirectory() ? written(path, from) : [path];
    })
    .toSorted();
}
