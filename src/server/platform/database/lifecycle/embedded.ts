import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, chownTo } from './embedded/account.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { findLockHolder, lockDirectory } from './embedded/lock.ts';
import {
  createCluster,
  stopPostgres,
  startPostgres,
  ownerRole,
  type EmbeddedCluster,
} from './embedded/postmaster.ts';

export { AlreadyRunning, findLockHolder } from './embedded/lock.ts';

export type EmbeddedOptions = {
  /** Directory of the cluster, its log and the lock; created if missing. */
  dataDir: string;
  /** Settings of PostgreSQL that override the product's, for tests. */
  settings?: Record<string, string>;
  /** Called when the server has exited unexpectedly and when it runs again. */
  report?: (message: string) => void;
};

export type EmbeddedPostgres = {
  /** Connection string of the superuser. */
  ownerUrl: string;
  stop(): Promise<void>;
};

const defaultSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  timezone: 'UTC',
  // Statements are short and the disk is local: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  // The application logs refused statements itself; values of rows must not reach this log (R-SEC-12).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Runs PostgreSQL for this process, the only one on the data directory; throws AlreadyRunning otherwise.
 * Restarts a server that dies; it stops when this process ends, even by kill -9.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = locateBinaries();
  const account = chooseAccount(native, options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDirectory(dataDir);
  if (lock.previous) rmSync(lock.previous.socketDir, { recursive: true, force: true });
  // Not in the data directory, because the path of a socket is limited to about a hundred bytes.
  const socketDir = mkdtempSync(join(tmpdir(), 'pregao-'));
  const release = (): void => {
    rmSync(socketDir, { recursive: true, force: true });
    lock.release();
  };
  const cluster: EmbeddedCluster = {
    account,
    socketDir,
    path: join(dataDir, 'cluster'),
    logFile: join(dataDir, 'postgres.log'),
    settings: { ...defaultSettings, unix_socket_directories: socketDir, ...options.settings },
  };
  try {
    lock.announce({ pid: process.pid, socketDir });
    chownTo(account, socketDir);
    createCluster(cluster);
    const stop = await supervise(cluster, options.report ?? (() => undefined));
    return {
      ownerUrl: urlOf(socketDir),
      stop: async () => {
        await stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the connection string of the cluster that another process runs on a data directory, if any. */
export async function findRunningEmbedded(dataDir: string): Promise<string | undefined> {
  const holder = await findLockHolder(dataDir);
  return holder && urlOf(holder.socketDir);
}

async function supervise(
  cluster: EmbeddedCluster,
  report: (message: string) => void,
): Promise<() => Promise<void>> {
  let stopping = false;
  let server: ChildProcess;
  let revival: Promise<void> = Promise.resolve();
  const revive = async (): Promise<void> => {
    report('PostgreSQL exited unexpectedly; restarting it');
    for (;;) {
      if (stopping) return;
      try {
        watch(await startPostgres(cluster));
        report('PostgreSQL restarted');
        return;
      } catch (error) {
        report((error as Error).message);
        await sleep(500);
      }
    }
  };
  const watch = (started: ChildProcess): void => {
    server = started;
    server.once('exit', () => {
      if (!stopping) revival = revive();
    });
  };
  watch(await startPostgres(cluster));
  return async () => {
    stopping = true;
    await revival;
    await stopPostgres(server);
  };
}

function urlOf(socketDir: string): string {
  return `postgres://${ownerRole}@localhost/${ownerRole}?host=${encodeURIComponent(socketDir)}`;
}
