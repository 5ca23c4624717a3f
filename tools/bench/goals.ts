import { metrics, spread, type MetricName, type Series, type Spread } from './ratios.ts';

/** Limits for the ratio between two targets of a workload. */
export interface Goal {
  goal: string;
  /** Names of both targets; the first two by default. */
  ours?: string;
  of?: string;
  limits: Partial<Record<MetricName, number>>;
  /** Limit for the p99 of writes, as a multiple of the p99 of reads in the same windows. */
  writesP99?: number;
}

/** Limit for the product with the measured value. */
export interface Claim {
  goal: string;
  what: string;
  value: number;
  /** Lowest and highest round, where there were several. */
  range?: [number, number];
  limit: number;
  unit: 'times' | 'MiB' | 'kB' | 'KiB' | 'ms' | 'points' | 'requests' | 'lists' | '';
  atLeast?: true;
  /** True for values that depend on the machine's speed. */
  timed?: true;
}

/** Claim with its verdict. Timed claims are not judged on a noisy machine. */
export interface Verdict extends Claim {
  verdict: 'pass' | 'MISSED' | 'noisy';
}

/** Returns true when other processes took over a third of a core in more than half of the windows. */
export function isNoisy(workloads: readonly { series: Series[] }[]): boolean {
  const windows = workloads.flatMap(({ series }) => series.flatMap(({ windows }) => windows));
  return windows.filter(({ others }) => others > 0.35).length > windows.length / 2;
}

/** Judges claims; a value that could not be measured is missed. */
export const judge = (claims: readonly Claim[], noisy: boolean): Verdict[] =>
  claims.map((claim) => {
    const { atLeast, timed, value, limit } = claim;
    const met = atLeast ? value >= limit : value <= limit;
    return { ...claim, verdict: noisy && timed ? 'noisy' : met ? 'pass' : 'MISSED' };
  });

/** Returns the claims of a workload's goals for its measured series. */
export const claimsOf = (goals: readonly Goal[], series: readonly Series[]): Claim[] =>
  goals.flatMap(({ goal, limits, writesP99, ...pair }) => {
    const find = (name: string | undefined, index: number) =>
      name ? series.find(({ target }) => target === name) : series[index];
    const [ours, other] = [find(pair.ours, 0), find(pair.of, 1)];
    if (!ours || !other) return [];
    const claims = Object.entries(limits).map(([name, limit]): Claim => {
      const { between, what, ...kind } = metrics[name as MetricName];
      const subject = pair.ours ? `${ours.target}: ${what}` : what;
      return {
        goal,
        what: `${subject}, of ${other.target}`,
        ...found(between(ours, other)),
        limit,
        ...kind,
      };
    });
    if (writesP99 === undefined) return claims;
    const values = ours.windows.map((window) => window.writesP99 / window.readsP99);
    const what = 'p99 of writes, of its reads';
    const kind = { limit: writesP99, unit: 'times', timed: true } as const;
    return [...claims, { goal, what, ...found(spread(values)), ...kind }];
  });

const found = ({ median: value, min, max }: Spread) =>
  min === max ? { value } : { value, range: [min, max] as [number, number] };
