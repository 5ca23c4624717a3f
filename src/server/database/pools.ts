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

/** Maximum number of connections of the runtime role: more would only compete for the same cores. */
export const poolSize = Math.min(2 * coresHere + 2, 20);

/** Query timeout in milliseconds; only a server that no longer answers at all takes longer. */
export const silence = 20_000;

/** Milliseconds that a transaction of the owner may be idle; the roles of the application have less. */
export const abandoned = 10_000;

/** Connect timeout in milliseconds. */
const reachedWithin = 2_000;
/** Milliseconds to wait for a free connection; under load a late answer is better than none. */
const freeWithin = 5_000;

/**
 * Client whose connect timeout is shorter than the wait for a free connection; the pool has one for both.
 */
class Caller extends Client {
  constructor(config: ClientConfig = {}) {
    // The pool makes the password non-enumerable, so that copying its settings loses it.
    const { password, connectionTimeoutMillis = freeWithin } = config;
    const atMost = Math.min(connectionTimeoutMillis, reachedWithin);
    super({ ...config, password, connectionTimeoutMillis: atMost });
  }
}

const lost = new WeakSet<PoolClient>();

/** Returns true once the connection broke: later errors are not answers of the database. */
export function isLost(client: PoolClient): boolean {
  return lost.has(client);
}

/** Settings of a pool. */
export interface Leading extends PoolConfig {
  /** False sends all statements without names, for poolers that don't track them (`DATABASE_PREPARE`). */
  prepare?: boolean | undefined;
}

/** Creates a pool that parses values the way the product needs and survives broken connections. */
export function createPool(wanted: Leading): Pool {
  const { prepare = true, ...config } = wanted;
  const pool = new Pool({
    Client: Caller,
    connectionTimeoutMillis: freeWithin,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Detects a dead peer while a connection only waits.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
    ...config,
  });
  // Without a handler an idle connection that breaks would end the process. The pool has already dropped
  // it; the next caller gets a new one or DatabaseUnavailable.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client));
    if (!prepare) forgetNames(client);
  });
  return pool;
}

const nameless = new WeakSet<PoolClient>();

/** Returns true when statements on this connection may have names. */
export const keepsNames = (client: PoolClient): boolean => !nameless.has(client);

/** Removes the names of all statements of a connection, including those that libraries prepare. */
function forgetNames(client: PoolClient): void {
  nameless.add(client);
  const query = client.query.bind(client) as (asked: unknown, ...rest: unknown[]) => unknown;
  const asked = (config: unknown) => (isNamed(config) ? { ...config, name: undefined } : config);
  client.query = ((config, ...rest) =>
    query(asked(config), ...rest)) as typeof query as typeof client.query;
}

const isNamed = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);

/** Checks out a connection; throws DatabaseUnavailable when none is free in time. */
export async function checkOut(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new DatabaseUnavailable(`No connection to the database: ${message || code}`, { cause });
  }
}

const { INT8, DATE } = types.builtins;

/** Returns the parser for values of this type. */
export function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toInteger;
  // A calendar date has no time zone: as a JavaScript Date it would shift at midnight.
  if (oid === DATE) return String;
  return types.getTypeParser(oid, format as 'text');
}

function toInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large to be exact`);
  return number;
}

/** Usage of a pool: connections in use, idle connections and callers that wait for one. */
export interface Usage {
  inUse: number;
  idle: number;
  waiting: number;
}

/** Returns the current usage of a pool. */
export const usageOf = ({ totalCount, idleCount, waitingCount }: Pool): Usage => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
