import { metrics, spread, type MetricName, type Series, type Spread } from './ratios.ts';

/** What two targets of a workload must be to each other. */
export interface Goal {
  goal: string;
  /** The first target unless told, and the second. */
  ours?: string;
  of?: string;
  limits: Partial<Record<MetricName, number>>;
  /** The p99 of what writes, as a multiple of what only reads in the same windows of ours. */
  writesP99?: number;
}

/** What must hold of the product, and what was measured. */
export interface Claim {
  goal: string;
  what: string;
  value: number;
  /** From the lowest to the highest round, where there were several. */
  range?: [number, number];
  limit: number;
  unit: 'times' | 'MiB' | 'kB' | 'KiB' | 'ms' | 'points' | 'requests' | 'lists' | '';
  atLeast?: true;
  /** Depends on how fast the machine was, not only on what was done. */
  timed?: true;
}

/** How a claim was met. One that depends on time says nothing while others use the machine. */
export interface Verdict extends Claim {
  verdict: 'pass' | 'MISSED' | 'noisy';
}

/** True when something else took more than a third of a core in more than half of the windows. */
export function isNoisy(workloads: readonly { series: Series[] }[]): boolean {
  const windows = workloads.flatMap(({ series }) => series.flatMap(({ windows }) => windows));
  return windows.filter(({ others }) => others > 0.35).length > windows.length / 2;
}

/** Judges claims; what was not measured, because there was no answer, is missed. */
export const judge = (claims: readonly Claim[], noisy: boolean): Verdict[] =>
  claims.map((claim) => {
    const { atLeast, timed, value, limit } = claim;
    const met = atLeast ? value >= limit : value <= limit;
    return { ...claim, verdict: noisy && timed ? 'noisy' : met ? 'pass' : 'MISSED' };
  });

/** What the goals of a workload claim of what was measured. */
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
