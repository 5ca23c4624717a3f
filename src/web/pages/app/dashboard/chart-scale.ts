/** Scale of a chart: three values of its axis from the lowest to the highest, which bound what is drawn. */
export type ChartScale = { ticks: readonly [number, number, number] };

/** A bar this many times as high as the next one would flatten all others: it is cut off. */
const outlierFactor = 4;

const mantissas = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Rounds up to a number with few digits. */
function roundUp(value: number) {
  const power = 10 ** Math.floor(Math.log10(value));
  const mantissa = mantissas.find((one) => one * power >= value * 0.999_999) ?? 10;
  return Number((mantissa * power).toPrecision(3));
}

/** Returns the size up to which positive sizes are drawn: the largest, or a little more than the next to an outlier. */
function extentOf(sizes: readonly number[]) {
  const [first = 0, second = 0] = sizes.filter((size) => size > 0).toSorted((a, b) => b - a);
  return second > 0 && first > second * outlierFactor ? second * 1.25 : first;
}

/** Returns the scale of amounts, zero always among its values. */
export function scaleOf(amounts: readonly number[]): ChartScale {
  const up = extentOf(amounts);
  const down = extentOf(amounts.map((amount) => -amount));
  if (up === 0 && down === 0) return { ticks: [0, 0.5, 1] };
  const half = (size: number) => roundUp(size / 2);
  if (down === 0) return { ticks: [0, half(up), 2 * half(up)] };
  if (up === 0) return { ticks: [-2 * half(down), -half(down), 0] };
  return { ticks: [-roundUp(down), 0, roundUp(up)] };
}
