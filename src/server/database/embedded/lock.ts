import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the holder of a data directory tells about itself. */
export interface Holder {
  pid: number;
  /** The folder of its socket. */
  socketDir: string;
}

/** Another process already runs on this data directory. Its message says which and what to do. */
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

export interface Lock {
  /** Tells others who holds the lock. */
  announce(holder: Holder): void;
  /** What the last holder had told, if it did not end in order. */
  readonly previous: Holder | undefined;
  release(): void;
}

/** Takes a data directory for this process alone, or throws AlreadyRunning. */
export async function takeLock(dataDir: string): Promise<Lock> {
  const close = tryLock(dataDir);
  if (!close) throw new AlreadyRunning(dataDir, (await findHolder(dataDir))?.pid);
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

/** Who runs on a data directory now, if anybody does and has come far enough to say so. */
export async function findHolder(dataDir: string): Promise<Holder | undefined> {
  if (!existsSync(join(dataDir, 'lock'))) return undefined;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const close = tryLock(dataDir);
    if (close) {
      close();
      return undefined;
    }
    const holder = readHolder(dataDir);
    if (holder && isAlive(holder.pid)) return holder;
    await sleep(50);
  }
  return undefined;
}

/** True when a process with this id exists, whosever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Node has no flock. An open exclusive transaction of SQLite is a file lock that cannot be raced
// for and that the kernel drops with the process, however it ends.
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

/** SQLite's own message ("unable to open database file") names no path. */
function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw new Error(
      `DATA_DIR: can't open ${file} for writing (${(error as Error).message}). ` +
        'Start as the user who owns the directory, or choose another one.',
      { cause: error },
    );
  }
}

const holderFile = (dataDir: string): string => join(dataDir, 'running.json');

function readHolder(dataDir: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
