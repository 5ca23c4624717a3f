import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDataDir } from '#server/platform/data-dir.ts';
import { copyBinaries } from './binaries.ts';

/** Operating system account that runs PostgreSQL, which refuses to run as root. */
export type OsAccount = {
  /** Words before the command line of PostgreSQL. */
  prefix: string[];
  /** Owner of its files; also the user to switch to, unless the prefix does that. */
  uid: number;
  gid: number;
  /** Folder where this account can read the binaries. */
  native: string;
};

// Unprivileged user of every Linux; initdb looks its number up in the list of users.
const nobodyUid = 65534;
const userNamespaceCommand = [
  'unshare',
  '--user',
  `--map-user=${nobodyUid}`,
  `--map-group=${nobodyUid}`,
];

/**
 * Chooses the account. An ordinary user runs PostgreSQL as itself. Root runs it in a user namespace that
 * maps root to the unprivileged user: files still belong to root, so closed parent folders are no
 * obstacle. Where namespaces are forbidden (many containers), PostgreSQL runs as the unprivileged user
 * itself.
 */
export function chooseAccount(native: string, dataDir: string): OsAccount {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
  if (uid === -1) {
    throw new Error('The embedded PostgreSQL supports Linux and macOS only: set DATABASE_URL.');
  }
  ensureDataDir(dataDir);
  if (uid !== 0) return { prefix: [], uid, gid, native };

  const [unshare = '', ...flags] = userNamespaceCommand;
  if (spawnSync(unshare, [...flags, 'true']).status === 0) {
    return { prefix: userNamespaceCommand, uid, gid, native };
  }

  chmodSync(dataDir, 0o711);
  if (!canReach(dataDir)) {
    throw new Error(
      `PostgreSQL can't run as root, and the user nobody can't access ${dataDir}. Start as another ` +
        'user, choose a data directory with mode 711, or set DATABASE_URL.',
    );
  }
  const reachable = canReach(join(native, 'lib')) ? native : copyBinaries(native, dataDir);
  return { prefix: [], uid: nobodyUid, gid: nobodyUid, native: reachable };
}

/** Changes the owner of a folder and its content to the account, if it is another one. */
export function chownTo(account: OsAccount, folder: string): void {
  if (statSync(folder).uid === account.uid || process.getuid?.() !== 0) return;
  chownSync(folder, account.uid, account.gid);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, path), account.uid, account.gid);
  }
}

function canReach(folder: string): boolean {
  const options = { uid: nobodyUid, gid: nobodyUid, cwd: '/' };
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], options).status === 0;
}
