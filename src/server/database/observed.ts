import { tracingChannel } from 'node:diagnostics_channel';

/** Observed operation: a transaction in a scope, or one of its statements (its text holds no values). */
export type Deed = { scope: string } | { sql: string };

/** Diagnostics channel of database operations; without subscribers it costs nothing. */
export const deeds = tracingChannel<Deed>('pregao.database');

/** Runs an operation and publishes it to subscribers of the channel. */
export const observed = <T>(deed: Deed, work: () => Promise<T>): Promise<T> =>
  deeds.hasSubscribers ? (deeds.tracePromise(work, deed) as Promise<T>) : work();
