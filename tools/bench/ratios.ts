import type { Window } from './load.ts';
import type { Series } from './workloads.ts';

/** The middle of some values and how far they reach. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** The middle of some values; with an even number of them, of the two in the middle. */
export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return { median: (at(low) + at(high)) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** One number of ours as a multiple of another's, round by round. */
export const ratio = (ours: Series, other: Series, of: (window: Window) => number): Spread =>
  spread(
    ours.windows.map((window, round) => {
      const beside = other.windows[round];
      return beside ? of(window) / of(beside) : Number.NaN;
    }),
  );
