import type { Pool } from 'pg';
import type { PoolSet } from '#server/platform/database/driver/pool-set.ts';
import {
  checkOut,
  runtimePoolSize,
  queryTimeoutMs,
} from '#server/platform/database/driver/pools.ts';
import { assertSafeConnection } from '#server/platform/database/isolation/self-check.ts';

/** Milliseconds after which the places of shards are read again: until then a moved shard costs a hop. */
const placesLastMs = 10_000;

/** Milliseconds until a node is tried again after a failed connection. */
const avoidedMs = 5_000;

/** Shard of the tenants' tables, and the node that has it. */
type Place = {
  shard: number;
  group: number;
  host: string;
  port: number;
};

const places = `
  select shardid as shard, groupid as "group", nodename as host, nodeport as port
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
  where logicalrelid = 'public.tenants'::regclass and shardstate = 1 and groupid <> 0
    and noderole = 'primary' and isactive and metadatasynced`;

/** Settings of the pools to nodes. */
export type NodePoolOptions = {
  /** Pools of this process, which count and close those of the nodes, too. */
  pools: PoolSet;
  /** Connection string of the application's role; the nodes have the same, but for host and port. */
  url: string;
  allowDataLoss: boolean;
  report(message: string): void;
};

type Node = {
  name: string;
  /** Pool that was found to be safe. */
  pool?: Pool;
  isOpening?: boolean;
  /** Time until which no connection is tried; 0 when the last one worked. */
  avoidedUntil: number;
} & Omit<Place, 'shard'>;

/**
 * Pools to the nodes of a cluster, opened when the first read needs them. All of them together may have as many
 * connections as the pool of the coordinator, but at least two each.
 */
export class NodePools {
  /** Pool of the coordinator, which knows the places. */
  readonly coordinator: Pool;
  readonly #options: NodePoolOptions;
  readonly #nodes = new Map<string, Node>();
  #shards = new Map<number, Node>();
  #readAt = 0;
  #reading: Promise<void> | undefined;

  constructor(coordinator: Pool, options: NodePoolOptions) {
    this.coordinator = coordinator;
    this.#options = options;
  }

  /** Returns true if other nodes than the coordinator have shards. */
  async exist(): Promise<boolean> {
    if (this.#readAt === 0) await this.#read();
    // Meanwhile the caller uses the places of the last read.
    else if (Date.now() - this.#readAt > placesLastMs) void this.#read();
    return this.#shards.size > 0;
  }

  /**
   * Returns the pool to the node of a shard; null while there is none: it is being opened, the node can't be used, or the
   * coordinator has the shard. A call never waits for a node that does not answer.
   */
  async poolOf(shard: number): Promise<Pool | null> {
    // A shard that was split since has new ones, which the coordinator already names.
    if (!this.#shards.has(shard) && Date.now() - this.#readAt > 1_000) await this.#read();
    const node = this.#shards.get(shard);
    if (!node) return null;
    if (!node.pool && !node.isOpening && node.avoidedUntil <= Date.now()) void this.#open(node);
    return node.pool ?? null;
  }

  /**
   * Closes the pool to the node of a shard after a failed connection, and tries again a few seconds later. Returns false
   * if the pool works, but all of its connections are in use.
   */
  avoid(shard: number): boolean {
    const node = this.#shards.get(shard);
    if (!node?.pool) return true;
    if (node.pool.totalCount >= node.pool.options.max) return false;
    this.#suspend(node, 'no connection');
    return true;
  }

  #suspend(node: Node, reason: string): void {
    const { name, avoidedUntil } = node;
    if (avoidedUntil === 0) {
      this.#options.report(`Citus: reads of node ${name} go through the coordinator: ${reason}.`);
    }
    node.avoidedUntil = Date.now() + avoidedMs;
    delete node.pool;
    void this.#options.pools.close(name);
  }

  async #open(node: Node): Promise<void> {
    const { pools, url, allowDataLoss } = this.#options;
    node.isOpening = true;
    const pool = pools.open(node.name, {
      connectionString: atNode(url, node),
      max: Math.max(2, Math.ceil(runtimePoolSize / this.#nodes.size)),
      pipeline: true,
      query_timeout: queryTimeoutMs,
    });
    try {
      await assertNode(pool, node);
      await assertSafeConnection(pool, allowDataLoss);
      node.avoidedUntil = 0;
      node.pool = pool;
    } catch (error) {
      this.#suspend(node, (error as Error).message);
    }
    node.isOpening = false;
  }

  /** Reads where the shards are, once for all who ask meanwhile. */
  #read(): Promise<void> {
    return (this.#reading ??= this.#readPlaces().finally(() => (this.#reading = undefined)));
  }

  async #readPlaces(): Promise<void> {
    // An outage shows in the calls themselves; they go on with the places that were read before.
    const result = await this.coordinator.query<Place>(places).catch(() => null);
    this.#readAt = Date.now();
    if (!result) return;
    this.#shards = new Map(result.rows.map(({ shard, ...place }) => [shard, this.#nodeAt(place)]));
    const current = new Set(this.#shards.values());
    for (const [name, node] of this.#nodes) {
      if (current.has(node)) continue;
      this.#nodes.delete(name);
      void this.#options.pools.close(name);
    }
  }

  #nodeAt(place: Omit<Place, 'shard'>): Node {
    const name = `${place.host}:${place.port}`;
    const node = this.#nodes.get(name) ?? { ...place, name, avoidedUntil: 0 };
    this.#nodes.set(name, node);
    return node;
  }
}

/** Returns a connection string that leads to another server, with everything else as it is (`sslmode`, …). */
function atNode(url: string, { host, port }: { host: string; port: number }): string {
  const changed = new URL(url);
  for (const name of ['host', 'hostaddr', 'port']) changed.searchParams.delete(name);
  changed.hostname = host.includes(':') ? `[${host}]` : host;
  changed.port = `${port}`;
  return changed.href;
}

/**
 * Refuses another server under the name of the node, which the coordinator may resolve differently, and a node that has
 * not got its privileges yet.
 */
async function assertNode(pool: Pool, { group }: Node): Promise<void> {
  const client = await checkOut(pool);
  try {
    const { rows } = await client.query<{ isThis: boolean; isReady: boolean }>(nodeFacts, [group]);
    if (!rows[0]?.isThis) throw new Error('from here, its name leads to another server');
    if (!rows[0].isReady) throw new Error('its privileges are missing (npm run distribute)');
  } finally {
    client.release();
  }
}

const nodeFacts = `
  select groupid = $1 as "isThis",
    has_schema_privilege('app', 'usage')
      and not has_database_privilege(current_database(), 'temporary') as "isReady"
  from pg_dist_local_group`;
