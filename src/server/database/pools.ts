import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
} from 'pg';
import { coresHere } from '#server/config.ts';
import { DatabaseUnavailable } from './errors.ts';

/** How many connections the runtime role has at most: more would only queue for the same cores. */
export const poolSize = Math.min(2 * coresHere + 2, 20);

/** Milliseconds (`query_timeout`): only a server that no longer answers at all takes longer. */
export const silence = 20_000;

/** Milliseconds that a transaction may lie idle whose caller is gone; the product's own roles have less. */
export const abandoned = 10_000;

/** Milliseconds until a database that does not take a connection is away. */
const reachedWithin = 2_000;
/** Milliseconds in line for a connection that others use: in a rush late is better than never. */
const freeWithin = 5_000;

/** Gives up to connect sooner than to wait in line; the pool knows one limit for both. */
class Caller extends Client {
  constructor(config: ClientConfig = {}) {
    // The pool hides the password from whoever copies its settings.
    const { password, connectionTimeoutMillis = freeWithin } = config;
    const atMost = Math.min(connectionTimeoutMillis, reachedWithin);
    super({ ...config, password, connectionTimeoutMillis: atMost });
  }
}

const lost = new WeakSet<PoolClient>();

/** True once the connection broke: nothing it says afterwards is an answer of the database. */
export function isLost(client: PoolClient): boolean {
  return lost.has(client);
}

/** How a pool is led to the database. */
export interface Leading extends PoolConfig {
  /** Without, no statement has a name: not every pooler keeps what was prepared (`DATABASE_PREPARE`). */
  prepare?: boolean | undefined;
}

/** A pool of connections that reads values the way the product does and survives broken ones. */
export function createPool(wanted: Leading): Pool {
  const { prepare = true, ...config } = wanted;
  const pool = new Pool({
    Client: Caller,
    connectionTimeoutMillis: freeWithin,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Whoever only waits asks whether anybody is still there.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
    ...config,
  });
  // Without a handler a connection that breaks while idle would end the process. The pool has
  // already dropped it; whoever needs one next gets a fresh one or DatabaseUnavailable.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client));
    if (!prepare) forgetNames(client);
  });
  return pool;
}

const nameless = new WeakSet<PoolClient>();

/** Whether what this connection asks may have names. */
export const keepsNames = (client: PoolClient): boolean => !nameless.has(client);

/** Lets a connection ask everything anew, also what libraries would prepare. */
function forgetNames(client: PoolClient): void {
  nameless.add(client);
  const query = client.query.bind(client) as (asked: unknown, ...rest: unknown[]) => unknown;
  const asked = (config: unknown) => (isNamed(config) ? { ...config, name: undefined } : config);
  client.query = ((config, ...rest) =>
    query(asked(config), ...rest)) as typeof query as typeof client.query;
}

const isNamed = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);

/** A connection of the pool; DatabaseUnavailable when there is none to be had in time. */
export async function checkOut(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new DatabaseUnavailable(`No connection to the database: ${message || code}`, { cause });
  }
}

const { INT8, DATE } = types.builtins;

/** How a value of this type is read. */
export function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toInteger;
  // A calendar day has no time zone: as a JavaScript Date it would shift at midnight.
  if (oid === DATE) return String;
  return types.getTypeParser(oid, format as 'text');
}

function toInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large to be exact`);
  return number;
}

/** How busy a pool is: connections that work, those that only stand by, and who waits for one. */
export interface Usage {
  inUse: number;
  idle: number;
  waiting: number;
}

/** How busy a pool is at this moment. */
export const usageOf = ({ totalCount, idleCount, waitingCount }: Pool): Usage => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
