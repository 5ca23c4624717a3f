import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/files.ts';

/**
 * Installs the packages that only one command uses, with `npm ci` in its folder `dependencies`, unless they are there
 * and no older than their lock file. The root installs none of them.
 */
export function installDependencies(command: 'bench' | 'longrun'): void {
  const folder = `packages/${command}/dependencies`;
  const changedAt = (file: string) => statSync(join(root, folder, file)).mtimeMs;
  // npm writes it at the end.
  const installed = 'node_modules/.package-lock.json';
  const isInstalled = existsSync(join(root, folder, installed));
  if (isInstalled && changedAt(installed) >= changedAt('package-lock.json')) return;
  process.stderr.write(`Installing the packages of ${folder} (npm ci)\n`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
