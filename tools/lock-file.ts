/** Checks package.json and the lock file: every supported npm must install the same tree. */
import { satisfies } from 'semver';

export interface PackageManifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string | Record<string, string>>;
}
interface Locked extends Pick<PackageManifest, 'dependencies' | 'optionalDependencies'> {
  version?: string;
  peerDependencies?: Record<string, string>;
  libc?: string[];
}
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
];
