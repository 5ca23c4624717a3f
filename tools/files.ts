import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#server/root.ts';

export { root };

/** Entry point of the build, which `npm start` runs. */
export const builtServer = join(root, 'build/server/main.js');

const made = ['node_modules', '.git', 'build', '.react-router', '.data', '.tmp', 'test-results'];

/**
 * Returns every source file of a folder, as sorted paths from the root; generated folders are left out.
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
