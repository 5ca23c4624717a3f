import { tracingChannel } from 'node:diagnostics_channel';

/** What the database is asked: work in a scope, or one statement of it (its text holds no value). */
export type Deed = { scope: string } | { sql: string };

/** Tells whoever listens what the database is asked and how that ends; nobody does unless traced. */
export const deeds = tracingChannel<Deed>('pregao.database');

/** Does a deed, observed by those who listen. */
export const observed = <T>(deed: Deed, work: () => Promise<T>): Promise<T> =>
  deeds.hasSubscribers ? (deeds.tracePromise(work, deed) as Promise<T>) : work();
