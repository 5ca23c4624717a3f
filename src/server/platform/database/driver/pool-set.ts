import type { Pool } from 'pg';
import { createPool, poolUsage, type PoolOptions, type PoolUsage } from './pools.ts';

/** Pools of a process, by name. */
export class PoolSet {
  readonly #pools = new Map<string, Pool>();

  open(name: string, options: PoolOptions): Pool {
    const pool = createPool(options);
    this.#pools.set(name, pool);
    return pool;
  }

  async close(name: string): Promise<void> {
    const pool = this.#pools.get(name);
    this.#pools.delete(name);
    await pool?.end();
  }

  /** Closes every connection. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#pools.keys()].map((name) => this.close(name)));
  }

  /** Returns the usage of each pool, by its name. */
  usage(): Record<string, PoolUsage> {
    return Object.fromEntries([...this.#pools].map(([name, pool]) => [name, poolUsage(pool)]));
  }
}
