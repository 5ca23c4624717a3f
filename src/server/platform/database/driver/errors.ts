import { DatabaseError } from 'pg';
import { Failure, type ErrorCode, type ErrorParams } from '#contract/errors.ts';

/** Thrown when the database can't serve now: unreachable, restarting, full or overloaded (503). */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Thrown when there is no connection: none could be made, or none became free in time. Nothing was sent. */
export class NotConnected extends DatabaseUnavailable {
  override name = 'NotConnected';
}

/** Thrown when the connection broke during the work: it is unknown whether anything was written. */
export class ConnectionLost extends DatabaseUnavailable {
  override name = 'ConnectionLost';
}

/** Thrown when another transaction interfered. Nothing was written; a retry may succeed. */
export class TransactionConflict extends Error {
  override name = 'TransactionConflict';
}

/** Returns true for a unique violation (of this constraint or index, if named). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return false;
  // Citus repeats only the message of another node; on a shard the name ends with its number.
  const name = error.constraint ?? /"(.+)"/.exec(error.message)?.[1];
  return constraint === undefined || name?.replace(/_\d+$/, '') === constraint;
}

/** Returns true for a reference to a row that doesn't exist. */
export const isForeignKeyViolation = (error: unknown) =>
  error instanceof DatabaseError && error.code === '23503';

/** Returns true for a statement that failed only because an earlier one had aborted the transaction. */
export function isAbortedTransaction(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02';
}

/** Returns true when a prepared statement no longer fits the schema: its connection must be dropped. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';
}

// Serialization failure, deadlock, lock timeout.
const conflicts = new Set(['40001', '40P01', '55P03']);
// Connection exceptions, insufficient resources, operator intervention (shutdown, statement timeout), I/O; a standby
// that accepts no writes; idle and transaction timeouts.
const outages = /^(08|53|57|58|25006|25P03|25P04)/;

// Of these, the ones that ended the session: connection exception, shutdown, crash of the server.
const connectionLosses = /^(08|57P)/;

// Routines of Citus that report an internal error (XX000): a shard that was split or moved since the statement was
// planned, and the loss of another node.
const shardReplaced = 'LookupShardRelationFromCatalog';
const nodeLost = new Set([
  'ReportResultError',
  'MarkRemoteTransactionFailed',
  'CheckRemoteTransactionsHealth',
]);

// NUL in a text of JSON, which the check of values (`isStorable`) doesn't look into.
const unstorableJson = '22P05';

// Raised by app.refuse.
const ruleViolated = 'PR001';

/** Returns true when no answer came in time (`query_timeout`). The driver only has a message for it. */
export const isQueryTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

/** Translates an error of the database into one that callers can act on. */
export function mapDatabaseError(error: unknown): unknown {
  if (isQueryTimeout(error))
    return new ConnectionLost('Database query timed out', { cause: error });
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (error.code === ruleViolated) return ruleFailure(error);
  if (error.code === unstorableJson) return new Failure('validation');
  const { routine = '' } = error;
  if (conflicts.has(error.code) || isStalePlan(error) || routine === shardReplaced) {
    return new TransactionConflict('Another change was in the way', { cause: error });
  }
  if (error.code === 'XX000' && nodeLost.has(routine)) {
    return new ConnectionLost('A node of the database was lost', { cause: error });
  }
  if (outages.test(error.code)) {
    const Unavailable = connectionLosses.test(error.code) ? ConnectionLost : DatabaseUnavailable;
    return new Unavailable('Database is unavailable', { cause: error });
  }
  return error;
}

// Rules that the database enforces raise the error codes of the contract.
function ruleFailure({ message, detail }: DatabaseError): Failure {
  return new Failure(message as ErrorCode, { params: JSON.parse(detail ?? '{}') as ErrorParams });
}

/** Retries read-only work once when its connection broke or another transaction interfered. */
export async function retryOnce<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConnectionLost || error instanceof TransactionConflict)) throw error;
    return read();
  }
}
