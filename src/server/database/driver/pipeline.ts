import type { Compilable } from '#server/database/query.ts';

/** Queries that are known before any is sent, and a function that turns their rows into a result. */
export type Pipeline<T> = {
  queries: readonly Compilable<unknown>[];
  toResult: (lists: unknown[][]) => T;
};

/** Combines queries for one round trip; `answer` receives the rows of each. */
export const pipeline = <R extends [unknown, ...unknown[]], T>(
  queries: { readonly [I in keyof R]: Compilable<R[I]> },
  answer: (...lists: { [I in keyof R]: R[I][] }) => T,
): Pipeline<T> => ({
  queries,
  toResult: (lists) => answer(...(lists as { [I in keyof R]: R[I][] })),
});
