/**
 * Checks package.json and the lock file: every supported Node.js and npm must install the same tree. As a script, after
 * `npm ci`, it refuses a Node.js or npm that left packages out.
 */
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { satisfies, subset } from 'semver';

export type PackageManifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string | Record<string, string>>;
  engines?: Record<string, string>;
};
type Locked = {
  version?: string;
  peerDependencies?: Record<string, string>;
  engines?: Record<string, string>;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
} & Pick<PackageManifest, 'dependencies' | 'optionalDependencies'>;
/** Packages of a lock file by their folder; the project itself has the key ''. */
export type Lock = Record<string, Locked>;

/** Returns the folder that contains the `node_modules` with this package. */
const parentOf = (folder: string): string =>
  folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1));

/** Returns the folder in which a package below `from` finds `name`, as Node.js resolves it. */
export function lockedFolder(lock: Lock, from: string, name: string): string | undefined {
  const folder = `${from && `${from}/`}node_modules/${name}`;
  if (folder in lock) return folder;
  return from === '' ? undefined : lockedFolder(lock, parentOf(from), name);
}

/**
 * Finds platform packages missing from the lock file: `npm install` passes without them, `npm ci` fails.
 */
export function missingPlatforms(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => lockedFolder(lock, from, name) === undefined)
      .map((name) => `package-lock.json: ${from || 'the project'} needs ${name}, not in the file`),
  );
}

/**
 * Finds peer dependencies, optional ones too, whose range excludes the version that the package would
 * load. npm before 11.8 expects a second copy of an optional one in the lock file, newer npm writes
 * none, so that `npm ci` of the older version refuses the file. Overriding the range fixes it.
 */
export function mismatchedPeers(lock: Lock, { overrides = {} }: PackageManifest): string[] {
  return Object.entries(lock).flatMap(([folder, { peerDependencies = {} }]) => {
    const own = overrides[folder.slice(folder.lastIndexOf('node_modules/') + 13)];
    return Object.entries(peerDependencies)
      .filter(([peer]) => !(typeof own === 'object' && peer in own))
      .map(([peer, range]) => ({ peer, range, found: lockedFolder(lock, parentOf(folder), peer) }))
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

const supported = { os: ['linux', 'darwin'], cpu: ['x64', 'arm64'], libc: ['glibc'] };

const isSupported = (locked: Locked) =>
  (['os', 'cpu', 'libc'] as const).every((key) =>
    [locked[key] ?? supported[key]]
      .flat()
      // What excludes a platform (`!win32`) may be for all others.
      .some((value) => value.startsWith('!') || supported[key].includes(value)),
  );

/** Returns the folders of all packages that are installed on some supported platform. */
function installedFolders(lock: Lock): Set<string> {
  const found = new Set(['']);
  for (const from of found) {
    const { dependencies, optionalDependencies } = lock[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = lockedFolder(lock, from, name);
      if (folder !== undefined && isSupported(lock[folder] ?? {})) found.add(folder);
    }
  }
  return found;
}

/**
 * Finds optional packages of a supported platform that refuse a Node.js which the project accepts: npm leaves them out
 * without a word, and what needs them fails later.
 */
export function narrowEngines(lock: Lock, { engines = {} }: PackageManifest): string[] {
  return [...installedFolders(lock)].flatMap((folder) => {
    const { optional, engines: { node } = {} } = lock[folder] ?? {};
    if (!optional || node === undefined || subset(engines['node'] ?? '*', node)) return [];
    return [`package.json: "engines" accepts Node.js ${engines['node']}, but ${folder} ${node}`];
  });
}

/** Returns why an installation by this npm on this Node.js (`npm/10.8.2 node/v20.18.1 …`) lacks packages. */
export function refusedInstaller(userAgent: string, { engines = {} }: PackageManifest): string[] {
  const names = { node: 'Node.js', npm: 'npm' };
  return Object.entries(names).flatMap(([key, name]) => {
    const [, version] = new RegExp(`\\b${key}/v?(\\S+)`).exec(userAgent) ?? [];
    const range = engines[key];
    if (!version || !range || satisfies(version, range, { includePrerelease: true })) return [];
    return [`${name} ${version} leaves packages out: install ${name} ${range}, then run npm ci.`];
  });
}

/** Finds version ranges, with which two clones of one commit could differ. */
export function inexactVersions(manifest: PackageManifest): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} ${version} is not an exact version`);
}

/** Returns all problems of package.json and the lock file. */
export const packageProblems = (manifest: PackageManifest, lock: Lock): string[] => [
  ...missingPlatforms(lock),
  ...mismatchedPeers(lock, manifest),
  ...unmarkedMusl(lock),
  ...inexactVersions(manifest),
  ...narrowEngines(lock, manifest),
];

if (import.meta.main) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const agent = env['npm_config_user_agent'] ?? '';
  const refusals = refusedInstaller(agent, JSON.parse(manifest) as PackageManifest);
  for (const refusal of refusals) console.error(refusal);
  process.exitCode = refusals.length > 0 ? 1 : 0;
}
