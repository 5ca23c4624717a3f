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
