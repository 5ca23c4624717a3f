import type { QueryConfig } from 'pg';

/** Begins a transaction that writes. */
export const begin: QueryConfig = { name: 'begin', text: 'begin' };

/** Begins a transaction that only reads. Repeatable read: all queries share one snapshot. */
export const beginRead: QueryConfig = {
  name: 'begin_read',
  text: 'begin isolation level repeatable read, read only',
};
