import type { Window } from './load.ts';
import { spread } from './statistics.ts';

/** Windows of a target, one per round. */
export type TargetWindows = {
  target: string;
  windows: Window[];
};

/** Measurements of a workload with its goals. */
export type MeasuredWorkload = {
  name: string;
  goals: PerformanceGoal[];
  series: TargetWindows[];
  remark?: string;
};

type Compare = (ours: TargetWindows, other: TargetWindows) => number[];

/** Returns one metric as a multiple of another target's, round by round. */
export const ratios =
  (of: (window: Window) => number): Compare =>
  ({ windows }, other) =>
    windows.map((window, round) => of(window) / of(other.windows[round] as Window));

const peak = ({ windows }: TargetWindows) => Math.max(...windows.map(({ memory }) => memory));

const times = { unit: '×' };
const timed = { unit: '×', timed: true } as const;

/** Metrics by which two targets can be compared; `%` is the other one. The values are those of the rounds. */
const metrics = {
  rps: ['requests/s, of %', ratios(({ rps }) => rps), { ...timed, atLeast: true }],
  mean: ['mean time, of %', ratios(({ mean }) => mean), timed],
  p50: ['p50, of %', ratios(({ p50 }) => p50), timed],
  p99: ['p99, of %', ratios(({ p99 }) => p99), timed],
  writesP99: [
    'p99 of writes, of its reads',
    ({ windows }) => windows.map(({ writesP99, readsP99 }) => writesP99 / readsP99),
    timed,
  ],
  cpu: ['server CPU a request, of %', ratios(({ serverCpu }) => serverCpu), times],
  databaseCpu: [
    "PostgreSQL's CPU a request, of %",
    ratios(({ databaseCpu }) => databaseCpu),
    times,
  ],
  allCpu: [
    'CPU a request with that of the database, of %',
    ratios(({ serverCpu, databaseCpu }) => serverCpu + databaseCpu),
    times,
  ],
  peak: ['peak memory, of %', (ours, other) => [peak(ours) / peak(other)], times],
  peakAbove: [
    'peak memory above that, of %',
    (ours, other) => [peak(ours) - peak(other)],
    { unit: ' MiB' },
  ],
} as const satisfies Record<string, [what: string, compare: Compare, kind: Partial<GoalResult>]>;

/** Limits for the ratio between two targets of a workload, the first two unless named. */
export type PerformanceGoal = {
  goal: string;
  ours?: string;
  of?: string;
  limits: Partial<Record<keyof typeof metrics, number>>;
};

/** Measured value with its limit. */
export type GoalResult = {
  goal: string;
  what: string;
  value: number;
  /** Values of the rounds, of which the value is the median. */
  rounds?: number[];
  limit: number;
  /** Unit as it is printed after the value. */
  unit: string;
  atLeast?: true;
  /** True for values that depend on the machine's speed; they are not judged on a noisy one. */
  timed?: true;
  /** Absolute figures or names, printed below the table. */
  detail?: string;
};

/** Returns a function that creates the results of a goal. */
export const resultFor =
  (goal: string) =>
  (what: string, value: number, kind: Omit<GoalResult, 'goal' | 'what' | 'value'>): GoalResult => ({
    goal,
    what,
    value,
    ...kind,
  });

/** Returns true when other processes took over a third of a core in more than half of the windows. */
export function isNoisy(workloads: readonly Pick<MeasuredWorkload, 'series'>[]): boolean {
  const windows = workloads.flatMap(({ series }) => series.flatMap(({ windows }) => windows));
  return windows.filter(({ cores }) => cores.others > 0.35).length > windows.length / 2;
}

/** Returns true for at least five rounds whose range is below 15 % of their median, or that have no values. */
function isSteady(rounds: readonly number[]) {
  const { median, min, max } = spread(rounds);
  return rounds.length >= 5 && !((max - min) / median >= 0.15);
}

/** Adds a verdict to results; a value that could not be measured is missed, a time that was measured once is not. */
export const judgeGoals = (results: readonly GoalResult[], noisy: boolean) =>
  results.map((result) => {
    const { atLeast, timed, value, rounds, limit } = result;
    const met = atLeast ? value >= limit : value <= limit;
    const isClear = !(noisy && timed) && (rounds ? isSteady(rounds) : met || !timed);
    return { ...result, verdict: !isClear ? 'noisy' : met ? 'pass' : 'MISSED' };
  });

/** Returns the results of a workload's goals; goals of targets that were left out have none. */
export const resultsOf = ({
  goals,
  series,
}: Omit<MeasuredWorkload, 'name' | 'remark'>): GoalResult[] =>
  goals.flatMap(({ goal, limits, ...pair }) => {
    const find = (name: string | undefined, index: number) =>
      name ? series.find(({ target }) => target === name) : series[index];
    const [ours, other] = [find(pair.ours, 0), find(pair.of, 1)];
    if (!ours || !other) return [];
    return Object.entries(limits).map(([name, limit]): GoalResult => {
      const [label, compare, kind] = metrics[name as keyof typeof metrics];
      const what = (pair.ours ? `${ours.target}: ` : '') + label.replace('%', other.target);
      const rounds = compare(ours, other);
      const isByRound = rounds.length === ours.windows.length;
      const { median: value } = spread(rounds);
      return { goal, what, value, ...(isByRound && { rounds }), limit, ...kind };
    });
  });
