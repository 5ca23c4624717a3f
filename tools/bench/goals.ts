import type { Window } from '#tools/kit/load.ts';
import { spread, type Spread } from '#tools/kit/statistics.ts';

/** Windows of a target, one per round. */
export interface TargetWindows {
  target: string;
  windows: Window[];
}

/** Measurements of a workload with its goals. */
export interface MeasuredWorkload {
  name: string;
  goals: PerformanceGoal[];
  series: TargetWindows[];
}

/** Returns one metric as a multiple of another target's, round by round. */
export const ratio = (
  ours: TargetWindows,
  other: TargetWindows,
  of: (window: Window) => number,
): Spread =>
  spread(
    ours.windows.map((window, round) => {
      const beside = other.windows[round];
      return beside ? of(window) / of(beside) : Number.NaN;
    }),
  );

const peak = ({ windows }: TargetWindows) => Math.max(...windows.map(({ memory }) => memory));

type Compare = (ours: TargetWindows, other: TargetWindows) => Spread;
const timesOf =
  (of: (window: Window) => number): Compare =>
  (ours, other) =>
    ratio(ours, other, of);

const times = { unit: '×' };
const timed = { unit: '×', timed: true } as const;

/** Metrics by which two targets can be compared. */
const metrics = {
  rps: ['requests/s', timesOf(({ rps }) => rps), { ...timed, atLeast: true }],
  mean: ['mean time', timesOf(({ mean }) => mean), timed],
  p50: ['p50', timesOf(({ p50 }) => p50), timed],
  p99: ['p99', timesOf(({ p99 }) => p99), timed],
  cpu: ['server CPU a request', timesOf(({ serverCpu }) => serverCpu), times],
  allCpu: [
    'CPU a request with that of the database',
    timesOf(({ serverCpu, databaseCpu }) => serverCpu + databaseCpu),
    times,
  ],
  peak: ['peak memory', (ours, other) => spread([peak(ours) / peak(other)]), times],
  peakAbove: [
    'peak memory above that',
    (ours, other) => spread([peak(ours) - peak(other)]),
    { unit: ' MiB' },
  ],
} as const satisfies Record<string, [what: string, compare: Compare, kind: Partial<GoalResult>]>;
type MetricName = keyof typeof metrics;

/** Limits for the ratio between two targets of a workload, the first two unless named. */
export interface PerformanceGoal {
  goal: string;
  ours?: string;
  of?: string;
  limits: Partial<Record<MetricName, number>>;
  /** Limit for the p99 of writes, as a multiple of the p99 of reads in the same windows. */
  writesP99?: number;
}

/** Measured value with its limit. */
export interface GoalResult {
  goal: string;
  what: string;
  value: number;
  /** Lowest and highest round, where there were several. */
  range?: [number, number];
  limit: number;
  /** Unit as it is printed after the value. */
  unit: string;
  atLeast?: true;
  /** True for values that depend on the machine's speed; they are not judged on a noisy one. */
  timed?: true;
  /** Absolute figures or names, printed below the table. */
  detail?: string;
}

/** Returns a function that creates the results of a goal. */
export const resultFor =
  (goal: string) =>
  (what: string, value: number, kind: Omit<GoalResult, 'goal' | 'what' | 'value'>): GoalResult => ({
    goal,
    what,
    value,
    ...kind,
  });

/** Result with its verdict. */
export interface JudgedGoal extends GoalResult {
  verdict: 'pass' | 'MISSED' | 'noisy';
}

/** Returns true when other processes took over a third of a core in more than half of the windows. */
export function isNoisy(workloads: readonly Pick<MeasuredWorkload, 'series'>[]): boolean {
  const windows = workloads.flatMap(({ series }) => series.flatMap(({ windows }) => windows));
  return windows.filter(({ cores }) => cores.others > 0.35).length > windows.length / 2;
}

/** Judges results; a value that could not be measured is missed. */
export const judgeGoals = (results: readonly GoalResult[], noisy: boolean): JudgedGoal[] =>
  results.map((result) => {
    const { atLeast, timed, value, limit } = result;
    const met = atLeast ? value >= limit : value <= limit;
    return { ...result, verdict: noisy && timed ? 'noisy' : met ? 'pass' : 'MISSED' };
  });

/** Returns the results of a workload's goals; goals of targets that were left out have none. */
export const resultsOf = ({ goals, series }: Omit<MeasuredWorkload, 'name'>): GoalResult[] =>
  goals.flatMap(({ goal, limits, writesP99, ...pair }) => {
    const find = (name: string | undefined, index: number) =>
      name ? series.find(({ target }) => target === name) : series[index];
    const [ours, other] = [find(pair.ours, 0), find(pair.of, 1)];
    if (!ours || !other) return [];
    const results = Object.entries(limits).map(([name, limit]): GoalResult => {
      const [what, compare, kind] = metrics[name as MetricName];
      const subject = `${pair.ours ? `${ours.target}: ` : ''}${what}, of ${other.target}`;
      return { goal, what: subject, ...valueOf(compare(ours, other)), limit, ...kind };
    });
    if (writesP99 === undefined) return results;
    const values = ours.windows.map((window) => window.writesP99 / window.readsP99);
    const what = 'p99 of writes, of its reads';
    return [...results, { goal, what, ...valueOf(spread(values)), limit: writesP99, ...timed }];
  });

const valueOf = ({ median: value, min, max }: Spread) =>
  min === max ? { value } : { value, range: [min, max] as [number, number] };
