/** Returns the value at or below which this share of the values lies; NaN without values. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

/** Returns median and range; the median of an even number of values is the mean of the middle two. */
export function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
}

/**
 * Returns the two-sample Kolmogorov-Smirnov distance of two distributions: 0 when they are alike, 1 when
 * any single value tells which of them it is from.
 */
export function distance(some: readonly number[], others: readonly number[]): number {
  const shareUpTo = (all: readonly number[], value: number) =>
    all.filter((one) => one <= value).length / all.length;
  const gaps = [...some, ...others].map((value) =>
    Math.abs(shareUpTo(some, value) - shareUpTo(others, value)),
  );
  return Math.max(...gaps);
}

/** Formats a number with three significant digits; a dash when nothing was measured. */
export const threeDigits = (value: number) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–';
