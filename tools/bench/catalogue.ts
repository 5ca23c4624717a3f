import { measureFiles } from './files.ts';
import { measureHubs } from './hub.ts';
import { measureWithLighthouse } from './lighthouse.ts';
import type { Measure } from './load.ts';
import { explainLists } from './plans.ts';
import type { Section } from './section.ts';
import type { Size } from './seed.ts';
import type { Scene } from './stage.ts';
import { measureWholeList } from './whole-list.ts';
import type { Workload } from './workload.ts';
import { growthInOneTenant, growthInTenants } from './workloads/growth.ts';
import { pages } from './workloads/pages.ts';
import { twoProcesses } from './workloads/processes.ts';
import { reads } from './workloads/reads.ts';
import { signIns } from './workloads/sign-ins.ts';
import { writes } from './workloads/writes.ts';

/** Workloads measured by alternating requests, in this order. */
const workloadNames = [
  'list',
  'members',
  'get one',
  'session',
  'subscription',
  'dashboard',
  'large tenant',
  'writes',
  'webhook',
  'download',
  'landing',
  'pages',
  'pricing',
  'sign-in',
  'busy list',
  'growth',
  'lists',
  'two processes',
];

/** Creates a workload and starts what it needs in addition to the scene; closed with the stack. */
type Opening = (stack: AsyncDisposableStack) => Workload | Promise<Workload>;

/** Returns the workloads of these names that this scene supports; each is opened when its turn comes. */
export function workloadsOf(scene: Scene, wanted: readonly string[]): [string, Opening][] {
  const ready = [
    ...reads(scene),
    ...writes(scene),
    ...pages(scene),
    ...signIns(scene),
    ...(scene.few ? growthInTenants(scene, scene.few) : []),
  ];
  const openings = new Map<string, Opening>([
    ...ready.map((workload): [string, Opening] => [workload.name, () => workload]),
    ['large tenant', () => growthInOneTenant(scene)],
    ['two processes', (stack) => twoProcesses(stack, scene)],
  ]);
  return workloadNames
    .filter((name) => wanted.includes(name))
    .flatMap((name) => {
      const open = openings.get(name);
      return open ? [[name, open] satisfies [string, Opening]] : [];
    });
}

interface Context {
  scene: Scene;
  measure: Measure;
  size: Size;
  progress: (what: string) => void;
}

/** Sections that are measured in other ways, in this order. */
export const sections: Record<string, (context: Context) => Promise<Section>> = {
  plans: ({ scene, size }) => explainLists(scene, size),
  'whole list': ({ scene, measure, size }) => measureWholeList(scene, measure, size),
  hub: ({ scene, measure, progress }) => measureHubs(scene, measure, progress),
  files: ({ scene, progress }) => measureFiles(scene, progress),
  lighthouse: ({ scene, progress }) => measureWithLighthouse(scene, progress),
};

/** All names that can be requested. */
export const names = [...workloadNames, ...Object.keys(sections)];
