import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { startEmbedded } from '#server/platform/database/lifecycle/embedded.ts';
import { isProcessAlive } from '#server/platform/database/lifecycle/embedded/lock.ts';
import { builtServer } from '#tools/files.ts';
import { startProcess } from './processes.ts';

/** Credentials of the operator of every product that the tools start. */
export const toolOperator = {
  email: 'operator@tools.example',
  password: 'kettle ember violin 4817',
};

/**
 * Starts the build like `npm start`, or that of another release; killed with the stack. Rate limits are
 * off, because all clients share an address, and data is temporary, unless the settings change that.
 */
export function startProduct(
  stack: AsyncDisposableStack,
  settings: Record<string, string> = {},
  script = builtServer,
) {
  const { email: OPERATOR_EMAIL, password: OPERATOR_PASSWORD } = toolOperator;
  const { DATA_DIR = temporaryFolder(stack, 'product') } = settings;
  const usual = { PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
  return startProcess(stack, script, {
    settings: { ...usual, OPERATOR_EMAIL, OPERATOR_PASSWORD, ...settings, DATA_DIR },
  });
}

/** Creates a temporary folder that is removed with the stack. */
export function temporaryFolder(
  stack: AsyncDisposableStack,
  prefix: string,
  parent = tmpdir(),
): string {
  const folder = mkdtempSync(join(parent, `pregao-${prefix}-`));
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const memory = '/dev/shm';
const minMemoryBytes = 4 * 2 ** 30;

/**
 * Returns the folder for databases of tests: in memory where there is room, because the hundreds of files of each
 * take longer on a disk than most tests.
 */
export function databaseFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= minMemoryBytes ? memory : tmpdir();
}

/** PostgreSQL that may be killed; it is restarted immediately, whatever ends it. */
export type TestPostgres = {
  /** Settings of a product that uses it and keeps its data in the same folder. */
  settings: { DATABASE_URL: string; DATA_DIR: string };
  /** Temporary folder. */
  folder: string;
  /** Path of its log. */
  log: string;
  pool: Pool;
  /** Returns the process id of the postmaster. */
  pid: () => number;
  /** Kills all of its processes with SIGKILL, so that none can write anything. */
  kill: () => Promise<void>;
  /** Stops it like `pg_ctl -m fast` or `-m immediate`. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
};

/** Settings of a PostgreSQL for tests and tools that may lose commits; the complete product refuses it. */
export const throwaway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Test files start several products each, two files at a time.
  max_connections: '400',
};

/** Starts PostgreSQL in a temporary folder, in memory if it may lose commits; closed with the stack. */
export async function startDatabaseServer(
  stack: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<TestPostgres> {
  const isThrowaway = settings['fsync'] === 'off';
  const folder = temporaryFolder(stack, 'tools', isThrowaway ? databaseFolder() : tmpdir());
  const dataDir = join(folder, 'postgres');
  const embedded = await startEmbedded({ dataDir, settings });
  stack.defer(embedded.stop);
  const { ownerUrl } = embedded;
  const pool = createPool({ connectionString: ownerUrl, max: 3 });
  stack.defer(() => pool.end());
  const pid = () =>
    Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
  const gone = async (postmaster: number) => {
    while (isProcessAlive(postmaster)) await sleep(2);
  };
  return {
    settings: { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'product') },
    folder,
    pool,
    pid,
    log: join(dataDir, 'postgres.log'),
    kill: async () => {
      const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
      const postmaster = pid();
      for (const each of [postmaster, ...rows.map(({ pid }) => pid)]) signal(each, 'SIGKILL');
      await gone(postmaster);
    },
    stop: async (mode) => {
      const postmaster = pid();
      signal(postmaster, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await gone(postmaster);
    },
  };
}

// The process may have ended already.
function signal(pid: number, name: NodeJS.Signals) {
  if (isProcessAlive(pid)) process.kill(pid, name);
}

/** Returns a TCP port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
