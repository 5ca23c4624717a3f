import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { isAlive } from '#server/database/embedded/lock.ts';
import { createPool } from '#server/database/pools.ts';

/** A PostgreSQL that a proof may hurt: whatever ends it, it is started again at once. */
export interface Cluster {
  ownerUrl: string;
  /** A folder that goes with it. */
  folder: string;
  /** The proof's own look at the rows. */
  pool: Pool;
  /** Kills every process of it at once: nobody is left to write anything down. */
  kill: () => Promise<void>;
  /** Stops it as `pg_ctl -m fast` or `-m immediate` does. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Waits until it takes connections again. */
  accepting: () => Promise<void>;
}

/** Starts a cluster; it ends with the stack. `settings` differ from the product's. */
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
    while (isAlive(pid)) await sleep(2);
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

// One that ended by itself since is as good.
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
