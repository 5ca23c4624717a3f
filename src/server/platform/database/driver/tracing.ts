import { tracingChannel } from 'node:diagnostics_channel';

/** Observed operation: a transaction in a scope, or one of its statements (its text holds no values). */
export type DatabaseOperation = { scope: string } | { sql: string };

/** Diagnostics channel of database operations; without subscribers it costs nothing. */
export const databaseChannel = tracingChannel<DatabaseOperation>('pregao.database');

/** Runs an operation and publishes it to subscribers of the channel. */
export const traceOperation = <T>(action: DatabaseOperation, work: () => Promise<T>): Promise<T> =>
  databaseChannel.hasSubscribers
    ? (databaseChannel.tracePromise(work, action) as Promise<T>)
    : work();
