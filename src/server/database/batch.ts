import type { Compilable } from './query.ts';

/** Queries known before any of them is answered, and what their answers come to. */
export type Batch<T> = {
  queries: readonly Compilable<unknown>[];
  answer: (lists: unknown[][]) => T;
};

/** Queries that travel together, whoever sends them; `answer` gets the rows of each. */
export const batch = <R extends [unknown, ...unknown[]], T>(
  queries: { readonly [I in keyof R]: Compilable<R[I]> },
  answer: (...lists: { [I in keyof R]: R[I][] }) => T,
): Batch<T> => ({
  queries,
  answer: (lists) => answer(...(lists as { [I in keyof R]: R[I][] })),
});
