import type { Headers } from './accounts.ts';
import type { Asked } from './driver.ts';
import type { Goal } from './goals.ts';
import type { Asking, Measure, Target, Window } from './load.ts';
import type { Series } from './ratios.ts';
import { ask, asBrowser, type Server } from './servers.ts';

/** Targets measured in turn, so that what disturbs the machine disturbs them alike. */
export interface Workload {
  name: string;
  /** The first one is ours; the others are what it is compared with. */
  targets: Target[];
  /** None: it is only told. */
  goals?: Goal[];
  /** How much longer than others its windows are. */
  patience?: number;
}

export const get = (path: string, headers: Headers = asBrowser): Asked => ({ path, headers });

export const send = (
  method: 'POST' | 'PUT',
  path: string,
  { headers = asBrowser, body }: { headers?: Headers; body?: object },
): Asked => ({
  method,
  path,
  headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
  ...(body && { body: JSON.stringify(body) }),
});

/** What is asked, by sixteen at once. */
export const asking = (asked: Asked | Asked[], connections = 16): Asking => ({
  requests: [asked].flat(),
  connections,
});

type More = Partial<Omit<Target, 'server'>> & { connections?: number; secret?: string };

/** Writes the targets of a server down. */
export const targetsOf =
  (server: Server, usual: string) =>
  (asked: Asked | Asked[], { connections, secret, ...more }: More = {}): Target => ({
    name: usual,
    server,
    ask: { ...asking(asked, connections), ...(secret && { secret }) },
    ...more,
  });

interface Timing {
  rounds: number;
  seconds: number;
  /** Told what comes next; may throw to end it all. */
  progress: (what: string) => void;
}

/** Seconds that a target is under load before its first window counts. */
const warmUp = 1;

/** Measures a workload: a warm-up of each target, then rounds, each in the other direction. */
export async function run(
  { name, targets, patience = 1 }: Workload,
  measure: Measure,
  { rounds, seconds, progress }: Timing,
): Promise<Series[]> {
  progress(`${name}: ${targets.map((target) => target.name).join(', ')}`);
  await compare(targets);
  const series = targets.map((target) => ({ target: target.name, windows: [] as Window[] }));
  for (let round = 0; round <= rounds; round += 1) {
    const order = targets.map((_target, index) => index);
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const target = targets[index] as Target;
      progress(`  ${target.name}, ${round === 0 ? 'warm-up' : `round ${round}`}`);
      const window = await measure(target, round === 0 ? warmUp : seconds * patience);
      if (window.failures > 0)
        throw new Error(`${target.name}: ${window.failures} requests failed`);
      if (round > 0) series[index]?.windows.push(window);
    }
  }
  return series;
}

/** Throws unless first answers are the same where they must be. */
async function compare(targets: Target[]): Promise<void> {
  const answers = new Map<string, Buffer>();
  for (const target of targets) {
    const [first] = target.ask.requests;
    const other = target.sameAs === undefined ? undefined : answers.get(target.sameAs);
    if (!first || (first.method ?? 'GET') !== 'GET') continue;
    const { status, body } = await ask(`${target.server.origin}${first.path}`, first.headers);
    if (status !== 200) throw new Error(`${target.name} answered ${status}`);
    if (other && !other.equals(body)) {
      throw new Error(`${target.name} has other bytes than ${target.sameAs}`);
    }
    answers.set(target.name, body);
  }
}
