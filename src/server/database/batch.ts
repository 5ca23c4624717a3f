import type { Compilable } from './query.ts';

/** Queries that are known before any is sent, and a function that turns their rows into a result. */
export type Batch<T> = {
  queries: readonly Compilable<unknown>[];
  answer: (lists: unknown[][]) => T;
};

/** Combines queries for one round trip; `answer` receives the rows of each. */
export const batch = <R extends [unknown, ...unknown[]], T>(
  queries: { readonly [I in keyof R]: Compilable<R[I]> },
  answer: (...lists: { [I in keyof R]: R[I][] }) => T,
): Batch<T> => ({
  queries,
  answer: (lists) => answer(...(lists as { [I in keyof R]: R[I][] })),
});
