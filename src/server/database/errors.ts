import { DatabaseError } from 'pg';
import { Failure, type ErrorCode, type ErrorParams } from '#contract/errors.ts';

/** The database cannot serve now: unreachable, restarting, full or overrun. Later it may: 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The connection broke under the work: whether anything was written is not known. */
export class ConnectionLost extends DatabaseUnavailable {
  override name = 'ConnectionLost';
}

/** Another transaction was in the way. Nothing was written; the same work may succeed next time. */
export class TransactionConflict extends Error {
  override name = 'TransactionConflict';
}

/** True when the error is a refused duplicate (of this unique constraint or index, if named). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** True for a statement refused only because an earlier one of its transaction had failed. */
export function isAftermath(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02';
}

/** True when a prepared statement no longer fits the schema: its connection must go. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';
}

// serialization failure, deadlock, lock not available in time
const conflicts = new Set(['40001', '40P01', '55P03']);
// connection exceptions, insufficient resources, operator intervention (shutdown, a statement that
// took too long), I/O; a transaction that took too long
const outages = /^(08|53|57|58|25P03|25P04)/;

// of these, the session was ended: a connection exception, a shutdown, a crash of the server
const losses = /^(08|57P)/;

// raised by app.admit
const shut = 'PR002';

/** True when a gate let nobody in. */
export const isShut = (error: unknown) => error instanceof DatabaseError && error.code === shut;

// raised by app.refuse
const refused = 'PR001';

/** True when no answer came in time (`query_timeout`). The driver has no other sign for it. */
export const isSilence = (error: unknown) =>
  error instanceof Error && error.message === 'Query read timeout';

/** Translates what the database answered into what the caller can act upon. */
export function explain(error: unknown): unknown {
  if (isSilence(error)) return new ConnectionLost('The database is silent', { cause: error });
  if (!(error instanceof DatabaseError) || error.code === undefined) return error;
  if (error.code === refused) return refusalOf(error);
  if (conflicts.has(error.code) || isStalePlan(error)) {
    return new TransactionConflict('Another change was in the way', { cause: error });
  }
  if (outages.test(error.code)) {
    const Unavailable = losses.test(error.code) ? ConnectionLost : DatabaseUnavailable;
    return new Unavailable('The database cannot serve now', { cause: error });
  }
  return error;
}

// A rule that the database keeps for every caller speaks in the contract's codes.
function refusalOf({ message, detail }: DatabaseError): Failure {
  return new Failure(message as ErrorCode, { params: JSON.parse(detail ?? '{}') as ErrorParams });
}

/** Does work that only reads again, once, when its connection broke or a change was in its way. */
export async function onceMore<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConnectionLost || error instanceof TransactionConflict)) throw error;
    return read();
  }
}
