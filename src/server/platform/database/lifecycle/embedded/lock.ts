import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Process that holds a data directory, as it describes itself there. */
export type LockHolder = {
  pid: number;
  socketDir: string;
};

/** Thrown when another process runs on this data directory. The message names it and says what to do. */
export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning';
  readonly dataDir: string;
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const who = pid === undefined ? 'another process' : `process ${pid}`;
    const stop = pid === undefined ? 'Stop it' : `Stop it (kill ${pid})`;
    super(
      `Already running: ${who} runs the database in ${dataDir}. ` +
        `${stop}, or start this one with another data directory.`,
    );
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

export type DirectoryLock = {
  /** Publishes which process holds the lock. */
  announce(holder: LockHolder): void;
  /** Last holder, if it ended without releasing the lock. */
  readonly previous: LockHolder | undefined;
  release(): void;
};

/** Locks a data directory for this process; throws AlreadyRunning when another one holds it. */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const close = tryLock(dataDir);
  if (!close) throw new AlreadyRunning(dataDir, (await findLockHolder(dataDir))?.pid);
  const file = holderFile(dataDir);
  const previous = readHolder(dataDir);
  rmSync(file, { force: true });
  return {
    previous,
    announce: (holder) => {
      writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    release: () => {
      rmSync(file, { force: true });
      close();
    },
  };
}

/** Returns the process that runs on a data directory, once it has announced itself; undefined if none. */
export async function findLockHolder(dataDir: string): Promise<LockHolder | undefined> {
  if (!existsSync(join(dataDir, 'lock'))) return undefined;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const close = tryLock(dataDir);
    if (close) {
      close();
      return undefined;
    }
    const holder = readHolder(dataDir);
    if (holder && isProcessAlive(holder.pid)) return holder;
    await sleep(50);
  }
  return undefined;
}

/** Returns true when a process with this id exists, whichever user owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Node has no flock. An open exclusive transaction of SQLite is a file lock that is free of races and that
// the kernel releases when the process ends, however it ends.
function tryLock(dataDir: string): (() => void) | undefined {
  const lock = openLock(join(dataDir, 'lock'));
  try {
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

/** Opens the lock; names the path in errors, because SQLite's "unable to open database file" does not. */
function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw new Error(
      `DATA_DIR: can't open ${file} for writing (${(error as Error).message}). ` +
        'Start as the owner of the directory, or choose another one.',
      { cause: error },
    );
  }
}

const holderFile = (dataDir: string): string => join(dataDir, 'running.json');

function readHolder(dataDir: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
