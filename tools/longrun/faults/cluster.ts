import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { createPool } from '#server/database/driver/pools.ts';
import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { isProcessAlive } from '#server/database/lifecycle/embedded/lock.ts';

/** PostgreSQL that a proof may kill; it is restarted immediately, whatever ends it. */
export interface Cluster {
  ownerUrl: string;
  /** Data folder of the product. */
  folder: string;
  /** Connection pool of the proof itself. */
  pool: Pool;
  /** Kills all of its processes at once, so that none can write anything. */
  kill: () => Promise<void>;
  /** Stops it like `pg_ctl -m fast` or `-m immediate`. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Resolves once it accepts connections again. */
  accepting: () => Promise<void>;
}

/** Starts a cluster with these settings in addition to the product's; closed with the stack. */
export async function openCluster(
  stack: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pregao-faults-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { ownerUrl, stop } = await startEmbedded({ dataDir: join(folder, 'database'), settings });
  stack.defer(stop);
  const pool = createPool({ connectionString: ownerUrl, max: 3 });
  stack.defer(() => pool.end());

  const postmaster = () =>
    Number.parseInt(readFileSync(join(folder, 'database/cluster/postmaster.pid'), 'utf8'), 10);
  const gone = async (pid: number) => {
    while (isProcessAlive(pid)) await sleep(2);
  };
  return {
    ownerUrl,
    folder,
    pool,
    kill: async () => {
      const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
      const first = postmaster();
      for (const pid of [first, ...rows.map(({ pid }) => pid)]) end(pid);
      await gone(first);
    },
    stop: async (mode) => {
      const pid = postmaster();
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await gone(pid);
    },
    accepting: async () => {
      while (!(await answers(ownerUrl))) await sleep(5);
    },
  };
}

// The process may have ended already.
const end = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const answers = async (ownerUrl: string) => {
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};
