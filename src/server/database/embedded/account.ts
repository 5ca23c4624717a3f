import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyBinaries } from './binaries.ts';

/** As whom PostgreSQL runs: it refuses to be root. */
export interface Account {
  /** What goes before its command line. */
  prefix: string[];
  /** Who owns its files; also whom to become, unless the prefix sees to it. */
  uid: number;
  gid: number;
  /** Where this account finds the binaries. */
  native: string;
}

// "nobody" on every Linux; initdb looks the number up in the list of users.
const nobody = 65534;
const asNobodyInside = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/**
 * Chooses the account. An ordinary user runs PostgreSQL as itself. Root runs it in a user namespace
 * where root is called nobody: files stay root's, so that closed parent folders are no obstacle.
 * Where namespaces are forbidden (many containers), it runs as nobody outright.
 */
export function chooseAccount(native: string, dataDir: string): Account {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
  if (uid === -1) {
    throw new Error('The PostgreSQL that comes along runs on Linux and macOS: set DATABASE_URL.');
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (uid !== 0) return { prefix: [], uid, gid, native };

  const [unshare = '', ...flags] = asNobodyInside;
  if (spawnSync(unshare, [...flags, 'true']).status === 0) {
    return { prefix: asNobodyInside, uid, gid, native };
  }

  chmodSync(dataDir, 0o711);
  if (!reaches(dataDir)) {
    throw new Error(
      `PostgreSQL does not run as root, and the user nobody cannot reach ${dataDir}. Start as an ` +
        'ordinary user, choose a data directory open to others (mode 711), or set DATABASE_URL.',
    );
  }
  const reachable = reaches(join(native, 'lib')) ? native : copyBinaries(native, dataDir);
  return { prefix: [], uid: nobody, gid: nobody, native: reachable };
}

/** Hands a folder and what it holds to the account, if it belongs to another. */
export function giveTo(account: Account, folder: string): void {
  if (statSync(folder).uid === account.uid || process.getuid?.() !== 0) return;
  chownSync(folder, account.uid, account.gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, path), account.uid, account.gid);
  }
}

function reaches(folder: string): boolean {
  const options = { uid: nobody, gid: nobody, cwd: '/' };
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], options).status === 0;
}
