import { setTimeout as sleep } from 'node:timers/promises';
import { asBrowser, requestBytes } from '#tools/kit/http.ts';
import { cpuOf, memoryOf, stop, type ServerProcess } from '#tools/kit/processes.ts';
import { startProduct } from '#tools/kit/servers.ts';
import { weighScript } from '#tools/page-script.ts';
import { resultFor, type GoalResult } from './goals.ts';
import type { BenchSetup } from './setup.ts';
import { spread, threeDigits } from './statistics.ts';

/** CPU and time until the first page (ms), and idle memory (MiB) of a start. */
type Start = Record<'cpu' | 'time' | 'idle', number>;

async function start(server: Promise<ServerProcess>, path: string): Promise<Start> {
  const begin = performance.now();
  const { origin, pid, child } = await server;
  const { status } = await requestBytes(`${origin}${path}`, { headers: asBrowser });
  const [cpu, time] = [cpuOf(pid), performance.now() - begin];
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  await sleep(500);
  const idle = memoryOf(pid);
  await stop(child);
  return { cpu, time, idle };
}

/** Starts the product and the ceilings three times each and reads CPU, time and memory (W11). */
export async function measureStarts({
  settings,
  startCeilings,
}: BenchSetup): Promise<GoalResult[]> {
  await using stack = new AsyncDisposableStack();
  const [ours, bare]: [Start[], Start[]] = [[], []];
  for (let time = 0; time < 3; time += 1) {
    ours.push(await start(startProduct(stack, settings), '/pricing'));
    bare.push(await start(startCeilings(stack), '/products'));
  }
  const median = (starts: Start[], of: keyof Start) =>
    spread(starts.map((each) => each[of])).median;
  const medians = (starts: Start[]) =>
    (['cpu', 'time', 'idle'] as const).map((of) => threeDigits(median(starts, of))).join(', ');
  const ratio = median(ours, 'cpu') / median(bare, 'cpu');
  const detail =
    'ms of CPU and ms until the first page, idle MiB: ' +
    `${medians(ours)}; ceilings: ${medians(bare)}`;
  const cold = { limit: 1.7, unit: '×' };
  return [
    resultFor('P9 cold start')('CPU until the first page, of ceiling', ratio, cold),
    resultFor('P10 memory')('idle', median(ours, 'idle'), { limit: 120, unit: ' MiB', detail }),
  ];
}

/** Limits for the script that a page loads, in kB with gzip. */
const scriptLimits = { '/product': 15, '/blog': 15, '/pricing': 15, '/app/dashboard': 130 };

/** Measures the script that pages load before they can run. */
export async function measureScripts({ product: { origin } }: BenchSetup): Promise<GoalResult[]> {
  const results: GoalResult[] = [];
  for (const [path, limit] of Object.entries(scriptLimits)) {
    const page = await fetch(`${origin}${path}`);
    const link = page.headers.get('link');
    const { files, kilobytes } = weighScript({ body: await page.text(), link });
    const kind = { limit, unit: ' kB', detail: `${path} loads ${files} files` };
    results.push(resultFor('P11 script')(`of ${path}, gzip`, kilobytes, kind));
    if (path === '/app/dashboard') {
      results.push(resultFor('P11 script')(`files of ${path}`, files, { limit: 12, unit: '' }));
    }
  }
  return results;
}
