import type { Window } from './load.ts';

/** Windows of a target, one per round. */
export interface Series {
  target: string;
  windows: Window[];
}

/** Median and range of some values. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Returns median and range; the median of an even number of values is the mean of the middle two. */
export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return { median: (at(low) + at(high)) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** Returns one metric as a multiple of another target's, round by round. */
export const ratio = (ours: Series, other: Series, of: (window: Window) => number): Spread =>
  spread(
    ours.windows.map((window, round) => {
      const beside = other.windows[round];
      return beside ? of(window) / of(beside) : Number.NaN;
    }),
  );

const peak = ({ windows }: Series) => Math.max(...windows.map(({ memory }) => memory));

interface Metric {
  what: string;
  unit: 'times' | 'MiB';
  between: (ours: Series, other: Series) => Spread;
  /** True when more is better. */
  atLeast?: true;
  /** True for values that depend on the machine's speed. */
  timed?: true;
}

const times = (what: string, of: (window: Window) => number) => ({
  what,
  unit: 'times' as const,
  between: (ours: Series, other: Series) => ratio(ours, other, of),
});
const timed = (what: string, of: (window: Window) => number) =>
  ({ ...times(what, of), timed: true }) as const;

/** Metrics by which two targets can be compared. */
export const metrics = {
  rps: { ...timed('requests/s', ({ rps }) => rps), atLeast: true },
  mean: timed('mean time', ({ mean }) => mean),
  p50: timed('p50', ({ p50 }) => p50),
  p99: timed('p99', ({ p99 }) => p99),
  cpu: times('server CPU a request', ({ serverCpu }) => serverCpu),
  allCpu: times(
    'CPU a request with that of the database',
    ({ serverCpu, databaseCpu }) => serverCpu + databaseCpu,
  ),
  peak: {
    what: 'peak memory',
    unit: 'times',
    between: (ours, other) => spread([peak(ours) / peak(other)]),
  },
  peakAbove: {
    what: 'peak memory above that',
    unit: 'MiB',
    between: (ours, other) => spread([peak(ours) - peak(other)]),
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
