import { memoryOfFiles, type FileFinding } from './files.ts';
import type { HubFinding } from './hub.ts';
import type { LighthouseFinding } from './lighthouse.ts';
import type { Window } from './load.ts';
import { ratio, spread } from './ratios.ts';
import type { ColdStart } from './servers.ts';
import type { ColdStarts } from './stage.ts';
import type { Weight } from './weight.ts';
import type { Name, Series } from './workloads.ts';

/** Everything one run has found. */
export interface Findings {
  workloads: { name: Name; series: Series[] }[];
  coldStarts: ColdStarts;
  weights: Weight[];
  /** The product's and a bare relay's; none when left out. */
  hubs: HubFinding[];
  files: FileFinding[];
  /** Of the public pages; none unless asked for. */
  lighthouse: LighthouseFinding[];
}

/** How a goal was met. One that counts requests says nothing while others use the machine. */
export interface Verdict {
  goal: string;
  what: string;
  value: number;
  limit: number;
  unit: 'times' | 'MiB' | 'kB' | 'KiB' | 'points' | 'requests';
  verdict: 'pass' | 'MISSED' | 'noisy';
}

/** True when something else took more than a third of a core in more than half of the windows. */
export function isNoisy({ workloads }: Findings): boolean {
  const windows = workloads.flatMap(({ series }) => series.flatMap(({ windows }) => windows));
  return windows.filter(({ others }) => others > 0.35).length > windows.length / 2;
}

interface Claim extends Omit<Verdict, 'verdict'> {
  atLeast?: true;
  /** Depends on how fast the machine was, not only on what was done. */
  timed?: true;
}

/** Judges the goals of performance that this bench covers, as far as they were measured. */
export function judge(findings: Findings): Verdict[] {
  const noisy = isNoisy(findings);
  const claims: Claim[] = [
    ...pages(findings),
    ...lists(findings),
    ...operatorsLists(findings),
    ...signIns(findings),
    ...busyLists(findings),
    ...starts(findings),
    ...weights(findings),
    ...hubs(findings),
    ...memoryOfFiles(findings.files),
    ...phones(findings),
  ];
  return claims.map(({ atLeast, timed, ...claim }) => {
    const met = atLeast ? claim.value >= claim.limit : claim.value <= claim.limit;
    return { ...claim, verdict: noisy && timed ? 'noisy' : met ? 'pass' : 'MISSED' };
  });
}

const rps = (window: Window) => window.rps;
const cpu = (window: Window) => window.serverCpu;
const p99 = (window: Window) => window.p99;
const peak = ({ windows }: Series) => Math.max(...windows.map(({ memory }) => memory));

/** Ours and what it is compared with; undefined when the workload was left out. */
const pairOf = ({ workloads }: Findings, name: Name) => {
  const [ours, other] = workloads.find((workload) => workload.name === name)?.series ?? [];
  return ours && other ? ([ours, other] as const) : undefined;
};

type Limits = { rps: number; cpu: number };

const againstCeiling = (
  goal: string,
  [ours, other]: readonly [Series, Series],
  limits: Limits,
): Claim[] => [
  {
    goal,
    what: `requests/s, of ${other.target}`,
    value: ratio(ours, other, rps).median,
    limit: limits.rps,
    unit: 'times',
    atLeast: true,
    timed: true,
  },
  {
    goal,
    what: `server CPU a request, of ${other.target}`,
    value: ratio(ours, other, cpu).median,
    limit: limits.cpu,
    unit: 'times',
  },
];

function pages(findings: Findings): Claim[] {
  const goals = [
    ['P1 landing', 'landing'],
    ['P2 pricing', 'pricing'],
  ] as const;
  return goals.flatMap(([goal, name]) => {
    const pair = pairOf(findings, name);
    return pair ? againstCeiling(goal, pair, { rps: 0.5, cpu: 2 }) : [];
  });
}

function lists(findings: Findings): Claim[] {
  const pair = pairOf(findings, 'list');
  if (!pair) return [];
  const [ours, other] = pair;
  const memory = { goal: 'P10 memory', unit: 'times' } as const;
  return [
    ...againstCeiling('P3 list', pair, { rps: 0.6, cpu: 1.6 }),
    { ...memory, what: 'peak under lists, of ceiling', value: peak(ours) / peak(other), limit: 2 },
  ];
}

/** A long list is to answer a page in less than three times the time of a short one. */
function operatorsLists({ workloads }: Findings): Claim[] {
  const series = workloads.find(({ name }) => name === 'lists')?.series ?? [];
  return ['tenants', 'users'].flatMap((what) => {
    const many = series.find(({ target }) => target === what);
    const few = series.find(({ target }) => target === `${what} of ten`);
    if (!many || !few) return [];
    const of = { goal: `Operator's ${what}`, limit: 3, unit: 'times' as const };
    return [
      {
        ...of,
        what: 'time of a page, of a short list',
        value: ratio(many, few, ({ mean }) => mean).median,
        timed: true,
      },
      {
        ...of,
        what: 'CPU a page with that of the database, of a short list',
        value: ratio(many, few, (window) => window.serverCpu + window.databaseCpu).median,
      },
    ];
  });
}

function signIns(findings: Findings): Claim[] {
  const pair = pairOf(findings, 'sign-in');
  if (!pair) return [];
  const [ours, other] = pair;
  const memory = { goal: 'P10 memory', unit: 'MiB' } as const;
  return [
    ...againstCeiling('P4 sign-in', pair, { rps: 0.85, cpu: 1.15 }),
    {
      ...memory,
      what: 'peak under sign-ins, above ceiling',
      value: peak(ours) - peak(other),
      limit: 40,
    },
  ];
}

function busyLists(findings: Findings): Claim[] {
  const pair = pairOf(findings, 'busy list');
  if (!pair) return [];
  const of = { goal: 'P5 list beside sign-ins', unit: 'times', timed: true } as const;
  const [ours, alone] = pair;
  return [
    {
      ...of,
      what: 'requests/s, of alone',
      value: ratio(ours, alone, rps).median,
      limit: 0.25,
      atLeast: true,
    },
    { ...of, what: 'p99, of alone', value: ratio(ours, alone, p99).median, limit: 5 },
  ];
}

function starts({ coldStarts: { product, ceilings } }: Findings): Claim[] {
  const cpuOf = (starts: ColdStart[]) => spread(starts.map(({ cpu }) => cpu)).median;
  const memory = spread(product.map(({ memory }) => memory)).median;
  return [
    {
      goal: 'P9 cold start',
      what: 'CPU until the first page, of ceiling',
      value: cpuOf(product) / cpuOf(ceilings),
      limit: 1.7,
      unit: 'times',
    },
    { goal: 'P10 memory', what: 'idle', value: memory, limit: 120, unit: 'MiB' },
  ];
}

function weights({ weights }: Findings): Claim[] {
  const limits: Record<string, number> = {
    '/product': 15,
    '/blog': 15,
    '/pricing': 15,
    '/app/dashboard': 110,
  };
  return weights.map(({ path, gzip }) => ({
    goal: 'P11 script',
    what: `of ${path}, gzip`,
    value: gzip / 1000,
    limit: limits[path] ?? Number.NaN,
    unit: 'kB',
  }));
}

function hubs({ hubs: [ours, other] }: Findings): Claim[] {
  if (!ours || !other) return [];
  const goal = 'P14 hub';
  return [
    { goal, what: 'memory of a socket', value: ours.memoryEach, limit: 40, unit: 'KiB' },
    {
      goal,
      what: 'p99 of a message to 100, of a bare relay',
      value: ours.p99 / other.p99,
      limit: 2,
      unit: 'times',
      timed: true,
    },
  ];
}

/** Speed depends on the machine; what else Lighthouse judges does not. */
function phones({ lighthouse }: Findings): Claim[] {
  return lighthouse.flatMap(({ path, scores, requests }) => {
    const goal = `P12 ${path}`;
    const judged = Object.entries(scores).map(([what, value]) => ({
      goal,
      what: `Lighthouse, ${what}`,
      value,
      limit: what === 'performance' ? 95 : 100,
      unit: 'points' as const,
      atLeast: true as const,
      ...(what === 'performance' && { timed: true as const }),
    }));
    const traffic = { goal, what: 'requests', value: requests, unit: 'requests' as const };
    return [...judged, ...(path === '/product' ? [{ ...traffic, limit: 10 }] : [])];
  });
}
