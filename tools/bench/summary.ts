import { cpus } from 'node:os';
import { compare, type Last } from './compare.ts';
import { claimsOf, isNoisy, judge, type Claim } from './goals.ts';
import type { Window } from './load.ts';
import { ratio, spread, type Series } from './ratios.ts';
import type { Section } from './section.ts';
import type { Size } from './seed.ts';
import type { Workload } from './workload.ts';

/** Parameters of a run. */
export interface Setting {
  size: Size;
  rounds: number;
  seconds: number;
}

/** Results of one run. */
export interface Findings {
  /** Time of its end and measured commit. */
  at: string;
  commit: string;
  workloads: (Pick<Workload, 'name' | 'goals'> & { series: Series[] })[];
  sections: Section[];
  /** Errors of workloads that could not be measured. */
  failures: string[];
}

/** Returns a run as data: printed with `--json` and stored in the file. */
export function summarize(findings: Findings, setting: Setting, last: Last) {
  const { at, commit, workloads, sections, failures } = findings;
  const noisy = isNoisy(workloads);
  const claims: Claim[] = [
    ...workloads.flatMap(({ goals = [], series }) => claimsOf(goals, series)),
    ...sections.flatMap((section) => section.claims),
  ];
  return {
    at,
    commit,
    machine: { cores: cpus().length, cpu: cpus()[0]?.model ?? '', node: process.version },
    setting,
    noisy,
    failures,
    goals: compare(judge(claims.toSorted(byGoal), noisy), last),
    workloads: workloads.map(({ name, series }) => ({
      name,
      targets: series.map(summarizeTarget),
      ratios: ratiosOf(series),
    })),
    sections: sections.map(({ claims: _told, ...section }) => section),
  };
}

export type Summary = ReturnType<typeof summarize>;

/** Compares by number, P2 before P10; claims without a number come last. */
const byGoal = (one: Claim, other: Claim) => numberOf(one) - numberOf(other);
const numberOf = ({ goal }: Claim) => Number(/^P(\d+)/.exec(goal)?.[1] ?? 99);

const summarizeTarget = ({ target, windows }: Series) => {
  const of = (pick: (window: Window) => number) => spread(windows.map(pick)).median;
  return {
    target,
    rps: of(({ rps }) => rps),
    mean: of(({ mean }) => mean),
    p50: of(({ p50 }) => p50),
    p975: of(({ p975 }) => p975),
    p99: of(({ p99 }) => p99),
    serverCpu: of(({ serverCpu }) => serverCpu),
    databaseCpu: of(({ databaseCpu }) => databaseCpu),
    memory: Math.max(...windows.map(({ memory }) => memory)),
    bytes: of(({ bytes }) => bytes),
    cores: {
      server: of(({ cores }) => cores.server),
      database: of(({ cores }) => cores.database),
      load: of(({ cores }) => cores.load),
    },
    others: of(({ others }) => others),
  };
};

const ratiosOf = ([ours, ...others]: Series[]) =>
  others.map((other) => {
    const of = (pick: (window: Window) => number) => (ours ? ratio(ours, other, pick) : spread([]));
    return {
      against: other.target,
      rps: of(({ rps }) => rps),
      serverCpu: of(({ serverCpu }) => serverCpu),
      databaseCpu: of(({ databaseCpu }) => databaseCpu),
      p50: of(({ p50 }) => p50),
      p99: of(({ p99 }) => p99),
    };
  });
