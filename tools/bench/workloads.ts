import { listPath } from './checks.ts';
import type { Measure, Target, Window } from './load.ts';
import { asBrowser } from './servers.ts';
import type { Scene } from './stage.ts';

export const names = ['list', 'landing', 'pricing', 'sign-in', 'busy list', 'hub'] as const;
export type Name = (typeof names)[number];

/** Targets measured in turn, so that what disturbs the machine disturbs them alike. */
export interface Workload {
  name: Name;
  /** The first one is ours; the others are what it is compared with. */
  targets: Target[];
  /** How much longer than others its windows are. */
  patience: number;
}

/** What is measured, by name. */
export function workloadsOf({ product, ceilings, measured }: Scene): Workload[] {
  const asMember = { ...asBrowser, ...measured.headers };
  const read = (url: string, headers: Record<string, string> = asBrowser) => ({
    connections: 16,
    url,
    headers,
  });
  const signIn = (url: string) => ({
    connections: 4,
    url,
    method: 'POST' as const,
    headers: { ...asBrowser, 'content-type': 'application/json' },
    body: JSON.stringify({ email: measured.email, password: measured.password }),
  });
  const ours = { name: 'product', pid: product.pid };
  const bare = (name: string) => ({ name, pid: ceilings.pid });
  const list = read(`${product.origin}${listPath}`, asMember);
  const login = signIn(`${product.origin}/api/Authentication/Login`);
  return [
    {
      name: 'list',
      patience: 1,
      targets: [
        { ...ours, shot: list },
        { ...bare('bare list'), shot: read(`${ceilings.origin}/list?limit=20`, asMember) },
        { ...bare('hello'), shot: read(`${ceilings.origin}/hello`) },
      ],
    },
    {
      name: 'landing',
      patience: 1,
      targets: [
        { ...ours, shot: read(`${product.origin}/product`) },
        { ...bare('same bytes'), shot: read(`${ceilings.origin}/page/product`) },
      ],
    },
    {
      name: 'pricing',
      patience: 1,
      targets: [
        { ...ours, shot: read(`${product.origin}/pricing`) },
        { ...bare('same bytes'), shot: read(`${ceilings.origin}/page/pricing`) },
        { ...bare('products + bytes'), shot: read(`${ceilings.origin}/products`) },
      ],
    },
    {
      name: 'sign-in',
      // Few requests, of which those in flight at the end are not counted.
      patience: 1.5,
      targets: [
        { ...ours, shot: login },
        { ...bare('bare sign-in'), shot: signIn(`${ceilings.origin}/login`) },
      ],
    },
    {
      name: 'busy list',
      patience: 1,
      targets: [
        { ...ours, shot: list, beside: login },
        { ...ours, name: 'alone', shot: list },
      ],
    },
  ];
}

/** The windows of a target, one per round. */
export interface Series {
  target: string;
  windows: Window[];
}

/** Seconds that a target is under load before its first window counts. */
const warmUp = 3;

interface Timing {
  rounds: number;
  seconds: number;
  /** Told what comes next; may throw to end it all. */
  progress: (what: string) => void;
}

/** Measures a workload: a warm-up of each target, then rounds, each in the other direction. */
export async function run(
  { name, targets, patience }: Workload,
  measure: Measure,
  { rounds, seconds, progress }: Timing,
): Promise<Series[]> {
  const series = targets.map((target) => ({ target: target.name, windows: [] as Window[] }));
  for (let round = 0; round <= rounds; round += 1) {
    const order = targets.map((_target, index) => index);
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const target = targets[index] as Target;
      progress(`${name}: ${target.name}, ${round === 0 ? 'warm-up' : `round ${round}`}`);
      const window = await measure(target, round === 0 ? warmUp : seconds * patience);
      if (window.failures > 0) throw new Error(`${name}: ${window.failures} requests failed`);
      if (window.requests === 0) throw new Error(`${name}: no answer in time; try --seconds 10`);
      if (round > 0) series[index]?.windows.push(window);
    }
  }
  return series;
}
