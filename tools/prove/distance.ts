/**
 * Returns the two-sample Kolmogorov-Smirnov distance of two distributions: 0 when they are alike, 1 when
 * any single value tells which of them it is from.
 */
export const distance = (some: readonly number[], others: readonly number[]): number => {
  const shareUpTo = (all: readonly number[], value: number) =>
    all.filter((one) => one <= value).length / all.length;
  const gaps = [...some, ...others].map((value) =>
    Math.abs(shareUpTo(some, value) - shareUpTo(others, value)),
  );
  return Math.max(...gaps);
};

/** Returns a generator of numbers from 0 to 1, reproducible by its seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
