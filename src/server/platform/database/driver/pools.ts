import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
} from 'pg';
import { availableCores } from '#server/config.ts';
import { NotConnected } from './errors.ts';

/** Maximum number of connections that serve tenants' requests: more would only compete for the same cores. */
export const runtimePoolSize = Math.min(2 * availableCores + 2, 20);

/** Maximum number of connections that serve accounts: signing in, profiles and settings. */
export const accountsPoolSize = Math.ceil(runtimePoolSize / 2);

/** Query timeout in milliseconds; only a server that no longer answers at all takes longer. */
export const queryTimeoutMs = 20_000;

/** Milliseconds that a transaction of the owner may be idle; the roles of the application have less. */
export const idleTransactionTimeoutMs = 10_000;

const connectTimeoutMs = 2_000;
/** Milliseconds to wait for a free connection; under load a late answer is better than none. */
const acquireTimeoutMs = 5_000;

/** Client with a connect timeout below the wait for a free connection; the pool has one for both. */
class PooledClient extends Client {
  constructor(config: ClientConfig = {}) {
    // The pool makes the password non-enumerable, so that copying its settings loses it.
    const { password, connectionTimeoutMillis = acquireTimeoutMs } = config;
    const atMost = Math.min(connectionTimeoutMillis, connectTimeoutMs);
    super({ ...config, password, connectionTimeoutMillis: atMost });
  }

  /** Connects as the driver does, with an error that says what failed: its own is `timeout expired`. */
  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
    if (!callback) {
      return super.connect().catch((error: unknown) => {
        throw toNotConnected(error);
      });
    }
    // The driver calls it without an error after a success.
    super.connect((error: Error | null) => callback((error && toNotConnected(error)) as Error));
    return undefined;
  }
}

const lostClients = new WeakSet<PoolClient>();

/** Returns true once the connection broke: later errors are not answers of the database. */
export function isConnectionLost(client: PoolClient): boolean {
  return lostClients.has(client);
}

/** Settings of a pool. */
export type PoolOptions = {
  /** False sends all statements without names, for poolers that don't track them (`DATABASE_PREPARE`). */
  prepare?: boolean | undefined;
} & PoolConfig;

/** Creates a pool that parses values the way the product needs and survives broken connections. */
export function createPool(wanted: PoolOptions): Pool {
  const { prepare = true, ...config } = wanted;
  const pool = new Pool({
    Client: PooledClient,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Detects a dead peer while a connection only waits.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: typeParser },
    ...config,
  });
  // Without a handler an idle connection that breaks would end the process. The pool has already dropped
  // it; the next caller gets a new one or DatabaseUnavailable.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => lostClients.add(client));
    if (!prepare) disableNames(client);
  });
  return pool;
}

const unnamedClients = new WeakSet<PoolClient>();

/** Returns true when statements on this connection may have names. */
export const allowsNamedStatements = (client: PoolClient): boolean => !unnamedClients.has(client);

/** Removes the names of all statements of a connection, including those that libraries prepare. */
function disableNames(client: PoolClient): void {
  unnamedClients.add(client);
  const query = client.query.bind(client) as (asked: unknown, ...rest: unknown[]) => unknown;
  const asked = (config: unknown) =>
    isNamedQuery(config) ? { ...config, name: undefined } : config;
  client.query = ((config, ...rest) =>
    query(asked(config), ...rest)) as typeof query as typeof client.query;
}

const isNamedQuery = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);

function toNotConnected(cause: unknown): NotConnected {
  if (cause instanceof NotConnected) return cause;
  const { message, code } = cause as NodeJS.ErrnoException;
  const isLate = message === 'timeout expired';
  const reason = isLate ? `no answer within ${connectTimeoutMs / 1_000} s` : message || code;
  return new NotConnected(`Database connection failed: ${reason}`, {
    // Logs show the innermost message.
    cause: isLate ? new Error(reason) : cause,
  });
}

/** Checks out a connection; throws NotConnected when none is free in time. */
export async function checkOut(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw toNotConnected(cause);
  }
}

const { INT8, DATE, TIMESTAMPTZ } = types.builtins;

/** Returns the parser for values of this type. */
export function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toInteger;
  // A calendar date has no time zone: as a JavaScript Date it would shift at midnight.
  if (oid === DATE) return String;
  if (oid === TIMESTAMPTZ) return toTimestamp;
  return types.getTypeParser(oid, format as 'text');
}

const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;
const parseTimestamp = types.getTypeParser(TIMESTAMPTZ);

/** Parses a timestamp; one in UTC, as in all sessions of the product, with the faster parser of the engine. */
const toTimestamp = (value: string): unknown =>
  inUtc.test(value)
    ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`)
    : parseTimestamp(value);

function toInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${value} exceeds the safe integer range`);
  return number;
}

/** Usage of a pool: connections in use, idle connections and callers that wait for one. */
export type PoolUsage = {
  inUse: number;
  idle: number;
  waiting: number;
};

/** Returns the current usage of a pool. */
export const poolUsage = ({ totalCount, idleCount, waitingCount }: Pool): PoolUsage => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});
