import { asBrowser, requestBytes } from '#tools/kit/http.ts';
import type { Measure, LoadTarget, Window } from '#tools/kit/load.ts';
import type { TargetWindows } from './goals.ts';
import type { Workload } from './requests.ts';

interface Timing {
  measure: Measure;
  rounds: number;
  seconds: number;
  /** Reports the next step; may throw to abort. */
  progress: (step: string) => void;
}

/** Measures a workload: a warm-up of a second for each target, then rounds in alternating order. */
export async function measureWorkload(
  { targets, patience = 1 }: Workload,
  { measure, rounds, seconds, progress }: Timing,
): Promise<TargetWindows[]> {
  await compareReplies(targets);
  const series = targets.map((target) => ({ target: target.name, windows: [] as Window[] }));
  for (let round = 0; round <= rounds; round += 1) {
    const order = [...targets.entries()];
    for (const [index, target] of round % 2 === 0 ? order : order.toReversed()) {
      progress(`  ${target.name}, ${round === 0 ? 'warm-up' : `round ${round}`}`);
      const window = await measure(target, round === 0 ? 1 : seconds * patience);
      if (window.failures > 0) throw new Error(`${target.name}: ${window.failures} failures`);
      if (round > 0) series[index]?.windows.push(window);
    }
  }
  return series;
}

/** Throws unless first responses succeed, and are equal where required. */
async function compareReplies(targets: LoadTarget[]): Promise<void> {
  const bodies = new Map<string, Buffer>();
  for (const { name, server, requests, sameAs = '' } of targets) {
    const { path = '', method = 'GET', headers } = requests[0] ?? {};
    if (method !== 'GET') continue;
    const sent = { headers: { ...asBrowser, ...headers } };
    const { status, body } = await requestBytes(`${server.origin}${path}`, sent);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    const same = bodies.get(sameAs);
    if (same && !same.equals(body)) throw new Error(`${name} has other bytes than ${sameAs}`);
    bodies.set(name, body);
  }
}
