import { listPath } from './checks.ts';
import type { Lists } from './lists.ts';
import type { Measure, Target, Window } from './load.ts';
import { asBrowser, type Server } from './servers.ts';
import type { Scene } from './stage.ts';

export const names = [
  'list',
  'lists',
  'landing',
  'pricing',
  'sign-in',
  'busy list',
  'hub',
  'files',
] as const;
export type Name = (typeof names)[number];

/** Targets measured in turn, so that what disturbs the machine disturbs them alike. */
export interface Workload {
  name: Name;
  /** The first one is ours; the others are what it is compared with. */
  targets: Target[];
  /** How much longer than others its windows are. */
  patience: number;
}

const read = (url: string, headers: Record<string, string> = asBrowser) => ({
  connections: 16,
  url,
  headers,
});
const oursOf = ({ pid }: Server) => ({ name: 'product', pid });
const bareOf =
  ({ pid }: Server) =>
  (name: string) => ({ name, pid });

/** Public pages, beside constants of the same bytes. */
function pagesOf(product: Server, ceilings: Server): Workload[] {
  const bare = bareOf(ceilings);
  const pair = (path: string) => [
    { ...oursOf(product), shot: read(`${product.origin}${path}`) },
    { ...bare('same bytes'), shot: read(`${ceilings.origin}/page${path}`) },
  ];
  const queries = { ...bare('products + bytes'), shot: read(`${ceilings.origin}/products`) };
  return [
    { name: 'landing', patience: 1, targets: pair('/product') },
    { name: 'pricing', patience: 1, targets: [...pair('/pricing'), queries] },
  ];
}

/** Pages of ten rows in both, so that the length of the list is all that differs. */
function listsOf(many: Server, { few, asOperator }: Lists): Workload {
  const target = (name: string, path: string, size: 'many' | 'few') => {
    const { pid, origin } = size === 'many' ? many : few;
    const url = `${origin}/api/${path}/Admin/GetAll?limit=10`;
    return { name, pid, shot: { connections: 4, url, headers: asOperator[size] } };
  };
  return {
    name: 'lists',
    patience: 1,
    targets: [
      target('tenants', 'Tenant', 'many'),
      target('tenants of ten', 'Tenant', 'few'),
      target('users', 'User', 'many'),
      target('users of ten', 'User', 'few'),
    ],
  };
}

/** What is measured, by name. */
export function workloadsOf({ product, ceilings, measured, lists }: Scene): Workload[] {
  const asMember = { ...asBrowser, ...measured.headers };
  const signIn = (url: string) => ({
    connections: 4,
    url,
    method: 'POST' as const,
    headers: { ...asBrowser, 'content-type': 'application/json' },
    body: JSON.stringify({ email: measured.email, password: measured.password }),
  });
  const ours = oursOf(product);
  const bare = bareOf(ceilings);
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
    ...(lists ? [listsOf(product, lists)] : []),
    ...pagesOf(product, ceilings),
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
