import type { Headers } from './accounts.ts';
import type { Asked } from './driver.ts';
import type { Goal } from './goals.ts';
import type { Asking, Measure, Target, Window } from './load.ts';
import type { Series } from './ratios.ts';
import { ask, asBrowser, type Server } from './servers.ts';

/** Targets that are measured alternately, so that disturbances affect all of them alike. */
export interface Workload {
  name: string;
  /** Targets; the first is the product, the others are compared with it. */
  targets: Target[];
  /** Goals; without them the workload is only reported. */
  goals?: Goal[];
  /** Factor by which its windows are longer. */
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

/** Returns requests over sixteen connections by default. */
export const asking = (asked: Asked | Asked[], connections = 16): Asking => ({
  requests: [asked].flat(),
  connections,
});

type More = Partial<Omit<Target, 'server'>> & { connections?: number; secret?: string };

/** Returns a function that creates targets of a server. */
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
  /** Called with the next step; may throw to abort. */
  progress: (what: string) => void;
}

/** Seconds of load on a target before its first window. */
const warmUp = 1;

/** Measures a workload: a warm-up of each target, then rounds in alternating order. */
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

/** Throws unless first responses are equal where required. */
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
